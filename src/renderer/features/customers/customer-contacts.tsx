import {
  IconAddressBook,
  IconBrandFacebook,
  IconBrandLinkedin,
  IconBrandQq,
  IconBrandSkype,
  IconBrandWechat,
  IconBrandWhatsapp,
  IconBrandX,
  IconMail,
  IconPhone,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RecordView } from '#shared/contract/records';
import { isNoDate } from '#shared/domain/time';
import { linesOf, nameOf } from '#shared/domain/nested-values';
import { useFormat, wordsOf } from '../../format/use-format';
import { formatServerText } from '../../format/time';
import { Pill } from '../../ui/pill';
import { CopyButton } from '../../ui/copy-button';
import { CONTACT_CODES, ownFactsOf } from '../../format/contact-facts';
import { lacksDetails } from '../../records/lacks-details';
import { type Channel, type ContactWay, waysOf } from '../../format/channels';
import css from './customer-about.module.css';
import { valueText } from '#shared/domain/value-text';

const ICONS: Readonly<Record<Channel | 'other', typeof IconMail>> = {
  email: IconMail,
  tel: IconPhone,
  whatsapp: IconBrandWhatsapp,
  wechat: IconBrandWechat,
  qq: IconBrandQq,
  skype: IconBrandSkype,
  linkedin: IconBrandLinkedin,
  facebook: IconBrandFacebook,
  twitter: IconBrandX,
  other: IconAddressBook,
};
const isMain = (contact: Readonly<Record<string, unknown>>): boolean =>
  valueText(contact.main_customer_flag) === '1';

const Way = ({ way: { channel, text, href, name: ownName } }: { way: ContactWay }) => {
  const { t } = useTranslation();
  const Icon = ICONS[channel];
  const name = ownName === undefined ? t(`contact.${channel}`) : wordsOf(ownName);
  const opensText =
    channel === 'email' ? t('customer.mail', { address: text }) : t('customer.openIn', { name });
  const does = channel === 'tel' ? t('customer.call', { number: text }) : opensText;
  return (
    <li className={css.way}>
      <Icon size={14} stroke={1.7} aria-label={name} role="img" />
      {href === null ? (
        <span className="selectable" title={name}>
          {text}
        </span>
      ) : (
        <a className={css.link} href={href} target="_blank" rel="noreferrer" title={does}>
          {text}
        </a>
      )}
      <CopyButton value={() => text} label={t('common.copyOf', { what: text })} />
    </li>
  );
};

/** Lists the contacts of a customer, the main contact first, each with all contact channels. */
export const CustomerContacts = ({ record }: { record: RecordView }) => {
  const { t } = useTranslation();
  const format = useFormat(CONTACT_CODES);
  const contacts = linesOf(record.values.customers).toSorted((a, b) => Number(isMain(b)) - Number(isMain(a)));
  return (
    <section className={css.block} aria-label={t('customer.contacts')}>
      <h2 className={css.blockTitle}>
        {t('customer.contacts')}
        {contacts.length > 0 ? <i className="num">{contacts.length}</i> : null}
      </h2>
      {contacts.length === 0 ? (
        <p className={css.quiet}>
          {lacksDetails(record, 'customers')
            ? t('panel.contactsUnknown')
            : t('common.sentences', {
                first: t('customer.noContacts'),
                second: t('customer.noContactsHint'),
              })}
        </p>
      ) : (
        <ul>
          {contacts.map((contact, index) => {
            const grade = format.lookupName('postGrade', valueText(contact.post_grade));
            const gender =
              valueText(contact.gender) === '0'
                ? ''
                : format.word(`enum.gender.${valueText(contact.gender)}`);
            const birth = isNoDate(contact.birth) ? '' : formatServerText(contact.birth, format.locale, null);
            const facts = [
              valueText(contact.post),
              grade ?? '',
              gender,
              birth === '' ? '' : `${t('contact.birth')} ${birth}`,
              ...ownFactsOf(contact).map(({ label, text }) => `${label} ${text}`),
            ].filter((text) => text !== '');
            return (
              <li key={valueText(contact.customer_id) || index} className={css.contact}>
                <h3 className={css.contactName}>
                  {nameOf({ name: contact.name }) || t('customer.contactUnnamed')}
                  {isMain(contact) ? (
                    <Pill tone="green" soft>
                      {t('contact.main')}
                    </Pill>
                  ) : null}
                </h3>
                {facts.length > 0 ? <p className={css.facts}>{facts.join(' · ')}</p> : null}
                <ul>
                  {waysOf(contact).map((way) => (
                    <Way key={way.channel + (way.name ?? '') + way.text} way={way} />
                  ))}
                </ul>
                {valueText(contact.remark) === '' ? null : (
                  <p className={`${css.remark} selectable`}>{valueText(contact.remark)}</p>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
};
