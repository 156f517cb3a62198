import { useTranslation } from 'react-i18next';
import type { RecordView } from '#shared/contract/records';
import { linesOf, nameOf } from '../../../format/values';
import { EmptyState } from '../../../ui/layout';
import { Pill } from '../../../ui/pill';
import { CopyButton } from './copy-button';
import css from './panel.module.css';

const SHOWN = [
  'post',
  'email',
  'tel',
  'tel_list',
  'whatsapp',
  'wechat',
  'skype',
  'linkedin',
  'facebook',
  'twitter',
  'qq',
  'birth',
  'remark',
] as const;
const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(textOf).filter(Boolean).join(', ')
    : value === null || value === undefined || typeof value === 'object'
      ? ''
      : String(value);
const isDateless = (key: string, text: string): boolean =>
  key === 'birth' && (text.startsWith('0000') || text.startsWith('1970-01-01'));

/** Contact persons as cards: who, what they do, and how to reach them. */
export const PanelContacts = ({ record, fields }: { record: RecordView; fields: string[] }) => {
  const { t } = useTranslation();
  const contacts = fields.flatMap((field) => linesOf(record.values[field]));
  if (contacts.length === 0) return <EmptyState title={t('panel.noContacts')} />;
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
        {SHOWN.map((key) => {
          const text =
            key === 'tel'
              ? [textOf(contact.tel_area_code), textOf(contact.tel)].filter(Boolean).join(' ')
              : textOf(contact[key]);
          return text === '' || isDateless(key, text) ? null : (
            <div key={key} className={css.field}>
              <dt>{t(`contact.${key}`)}</dt>
              <dd className="num">{text}</dd>
              <dd className={css.copy}>
                <CopyButton value={text} />
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  ));
};
