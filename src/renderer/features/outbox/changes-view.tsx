import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Command, IntentKind, Snapshot } from '#shared/domain/intent';
import { Pill } from '../../ui/pill';
import { changesOf, type ChildChange, type FieldChange } from './changes';
import css from './outbox.module.css';
import { partsKey } from './sent-fields';
import { type RefNames, useRefNames } from '../../client/outbox-queries';
import { type FieldWords, useFieldWords } from './use-wording';

const TONES = { added: 'green', changed: 'blue', removed: 'red' } as const;
/** Amounts, also those in lines, are shown in the currency of the document. */
const withCurrency = (
  values: Readonly<Record<string, unknown>>,
  header: Readonly<Record<string, unknown>>,
): Record<string, unknown> => ({ currency: header.currency, ...values });

const Old = ({ text }: { text: string }) => {
  const { t } = useTranslation();
  return text === '' ? (
    <span className={css.faint}>{t('outbox.changes.empty')}</span>
  ) : (
    <span className={css.old}>{text}</span>
  );
};

/** Ids that are hidden if the product has a name; the exact data still shows them. */
const SILENT_BESIDE_NAME: ReadonlySet<string> = new Set(['product_id', 'sku_id', 'order_record_id']);

const ValueList = ({
  changes,
  words,
  ofChild,
  values,
}: {
  changes: readonly FieldChange[];
  words: FieldWords;
  ofChild: boolean;
  values: Readonly<Record<string, unknown>>;
}) => {
  const { t } = useTranslation();
  return (
    <dl className={css.values}>
      {changes.map(({ key, after, custom }) => (
        <div key={key} className={css.valueRow}>
          <dt>{custom ? words.customLabel(key) : words.label(key, ofChild)}</dt>
          <dd className="num" {...words.hint(key, after)}>
            {(custom ? words.customValue(after) : words.sent(key, after, values)).trim() || (
              <span className={css.faint}>{t('outbox.changes.empty')}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
};

const ChangeTable = ({
  changes,
  words,
  ofChild,
  values,
  before,
}: {
  changes: readonly FieldChange[];
  words: FieldWords;
  ofChild: boolean;
  values: Readonly<Record<string, unknown>>;
  before: Readonly<Record<string, unknown>>;
}) => {
  const { t } = useTranslation();
  const faint = (text: string) => <span className={css.faint}>{text}</span>;
  return (
    <table className={css.changes}>
      <thead>
        <tr>
          <th scope="col">{t('outbox.changes.field')}</th>
          <th scope="col">{t('outbox.changes.before')}</th>
          <th scope="col">{t('outbox.changes.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.key}>
            <th scope="row">
              {change.custom ? words.customLabel(change.key) : words.label(change.key, ofChild)}
            </th>
            <td className="num">
              {change.seen ? (
                <Old text={words.value(change.key, change.before, before)} />
              ) : (
                faint(t('outbox.changes.unknown'))
              )}
            </td>
            <td className="num" {...words.hint(change.key, change.after)}>
              {(change.custom
                ? words.customValue(change.after)
                : words.sent(change.key, change.after, values)
              ).trim() || faint(t('outbox.changes.empty'))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** The name of a contact or line; `at` is its place among the changes. */
const childName = (
  t: TFunction,
  names: RefNames,
  { kind, child, at }: { kind: IntentKind; child: ChildChange; at: number },
): string => {
  const { known } = child;
  if (kind === 'company' || kind === 'lead')
    return (
      String(known.name || known.email || '') ||
      t(child.what === 'added' ? 'outbox.changes.newContact' : 'outbox.changes.contact')
    );
  if (kind === 'receipt') return t('form.allocationNo', { number: at + 1 });
  return names.product(known) ?? t('outbox.changes.line', { number: at + 1 });
};

/**
 * A readable diff. A new record shows its values, an edit shows values before and after, and each contact or
 * line has its own block.
 */
export const ChangesView = ({
  command,
  base,
  title,
}: {
  command: Command;
  base: Snapshot | null;
  title?: string;
}) => {
  const { t } = useTranslation();
  const names = useRefNames([command], base?.fields.company_id);
  const words = useFieldWords(command.kind, names);
  const changes = changesOf(command, base);
  const before = base?.fields ?? {};
  const header = { ...before, ...command.fields };
  const isContacts = command.kind === 'company' || command.kind === 'lead';
  const nothing = changes.fields.length === 0 && changes.children.length === 0;
  const fieldsPart = changes.created ? (
    <ValueList changes={changes.fields} words={words} ofChild={false} values={header} />
  ) : (
    <ChangeTable changes={changes.fields} words={words} ofChild={false} values={header} before={before} />
  );
  const childFields = ({ what, fields, known }: ChildChange) =>
    what === 'changed' ? (
      <ChangeTable
        changes={fields}
        words={words}
        ofChild
        values={withCurrency(known, header)}
        before={withCurrency(known, before)}
      />
    ) : (
      <ValueList changes={fields} words={words} ofChild values={withCurrency(known, header)} />
    );
  return (
    <section className={css.section}>
      <h3 className={css.sectionTitle}>
        {title ?? t(changes.created ? 'outbox.changes.created' : 'outbox.changes.title')}
      </h3>
      {nothing ? <p className={css.faint}>{t('outbox.changes.none')}</p> : null}
      {changes.fields.length === 0 ? null : fieldsPart}
      {changes.children.length === 0 ? null : <h4 className={css.subTitle}>{t(partsKey(command.kind))}</h4>}
      {changes.children
        .map((child, at) => ({
          ...child,
          at,
          fields:
            names.product(child.known) === undefined
              ? child.fields
              : child.fields.filter(({ key }) => !SILENT_BESIDE_NAME.has(key)),
        }))
        .map((child) =>
          child.what === 'added' && isContacts
            ? { ...child, fields: child.fields.filter(({ key }) => key !== 'name') }
            : child,
        )
        .map(({ at, ...child }) => (
          <div key={child.ref} className={css.child}>
            <div className={css.childHead}>
              <b className="truncate">{childName(t, names, { kind: command.kind, child, at })}</b>
              {changes.created ? null : (
                <Pill soft tone={TONES[child.what]}>
                  {t(`outbox.changes.${child.what}`)}
                </Pill>
              )}
            </div>
            {child.fields.length === 0 ? null : childFields(child)}
          </div>
        ))}
    </section>
  );
};
