import { useTranslation } from 'react-i18next';
import type { RecordView } from '#shared/contract/records';
import { plainText } from '#shared/domain/plain-text';
import { linesOf, nameOf } from '#shared/domain/nested-values';
import { formatServerText } from '../../format/time';
import { useFormat, wordsOf } from '../../format/use-format';
import { displayText, type FormatContext } from '../../format/values';
import { waysOf } from '../../format/channels';
import { CONTACT_CODES, type ContactFact, ownFactsOf } from '../../format/contact-facts';
import { lacksDetails } from '../../records/lacks-details';
import { EmptyState } from '../../ui/layout';
import { Pill } from '../../ui/pill';
import { CopyButton } from '../../ui/copy-button';
import css from './panel.module.css';

const SHOWN = ['post', 'birth', 'remark'] as const;
const textOf = (value: unknown): string =>
  value === null || value === undefined || typeof value === 'object' ? '' : plainText(String(value));

/** Returns the facts of a contact: its contact channels, other fields, and custom fields of the service. */
const factsOf = (
  contact: Readonly<Record<string, unknown>>,
  word: (key: string) => string,
  format: FormatContext,
): ContactFact[] =>
  [
    ...waysOf(contact).map(({ channel, name, text }) => ({
      label: name === undefined ? word(channel) : wordsOf(name),
      text,
    })),
    ...SHOWN.map((key) => ({
      label: word(key),
      text: key === 'birth' ? formatServerText(contact[key], format.locale, null) : textOf(contact[key]),
    })),
    ...CONTACT_CODES.map((column) => ({
      label: word(column.key),
      text: displayText(column, contact[column.key], contact, format),
    })),
    ...ownFactsOf(contact),
  ].filter(({ label, text }) => label !== '' && text !== '');

/** Shows contacts as cards: name, position, and contact channels. */
export const PanelContacts = ({ record, fields }: { record: RecordView; fields: string[] }) => {
  const { t } = useTranslation();
  const format = useFormat(CONTACT_CODES);
  const contacts = fields.flatMap((field) => linesOf(record.values[field]));
  if (contacts.length === 0) {
    const isUnknown = fields.some((field) => lacksDetails(record, field));
    return <EmptyState title={t(isUnknown ? 'panel.contactsUnknown' : 'panel.noContacts')} />;
  }
  return contacts.map((contact, index) => (
    <section key={index} className={css.card}>
      <h3 className={css.cardName}>
        {nameOf(contact) || '—'}
        {String(contact.main_customer_flag) === '1' ? (
          <Pill tone="green" soft>
            {t('contact.main')}
          </Pill>
        ) : null}
      </h3>
      <dl>
        {factsOf(contact, (key) => t(`contact.${key}`), format).map(({ label, text }) => (
          <div key={label + text} className={css.field}>
            <dt>{label}</dt>
            <dd className="num">{text}</dd>
            <dd className={css.copy}>
              <CopyButton value={() => text} label={t('common.copyOf', { what: label })} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ));
};
