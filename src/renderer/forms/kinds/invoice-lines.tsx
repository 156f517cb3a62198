/**
 * The invoice's lines: product, order, quantity, price and amount; ids, costs and custom fields on demand.
 */
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowBackUp, IconChevronDown, IconChevronRight, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { lineAmount } from '#shared/domain/invoice-total';
import { usePreferences } from '../../client/preferences';
import { useLookupItems } from '../../client/queries';
import { formatMoney, formatNumber } from '../../format/decimal';
import { ownFieldsIn, unlistedField } from '../fields/asked-fields';
import { placeKey, useForm, useFormActions } from '../session/form-context';
import { FormField, useFieldWords } from '../fields/form-field';
import { CHILD_SPECS } from '../values/form-specs';
import { type FormChild, textValue, UNKNOWN_COUNT } from '../values/form-values';
import css from '../forms.module.css';
import { ProductPick } from '../fields/product-pick';
import { isInvoicedUnknown } from './order-lines';
import type { ProductChoice } from './product-line';
import { useOpenGroup } from '../fields/open-group';
import { OwnFieldInput } from '../fields/own-fields';
import { removeWithFocus } from '../../ui/give-focus';
import { Hint } from '../../ui/hint';

const MORE = CHILD_SPECS.outboundInvoice.groups.more ?? [];
const SHORT = CHILD_SPECS.outboundInvoice.short;

/**
 * Custom fields of invoice lines (contract E5: custom field id → string). One that the service lists, but that is
 * disabled or cannot be typed, is not shown.
 */
const CustomFields = ({ item }: { item: FormChild }) => {
  const all = useLookupItems('outboundFields').data ?? [];
  const listed = ownFieldsIn('outboundInvoice', all, 'lines');
  const own = useForm(({ form }) => (form.asked.own?.ofLines ? form.asked.own : null));
  const issues = useForm((state) => state.issues);
  const words = useFieldWords('outboundInvoice');
  const actions = useFormActions();
  const offered = new Set(listed.map(({ id }) => id));
  const isListed = new Set(all.map(({ id }) => id));
  const named = own === null || offered.has(own.key) ? [] : [own.key];
  const unlisted = Object.keys(item.custom ?? {}).filter((id) => !isListed.has(id));
  const fields = [
    ...listed,
    ...[...new Set([...named, ...unlisted])].map((id) =>
      unlistedField(id, own?.key === id ? own.name : `#${id}`),
    ),
  ];
  return fields.map((field) => {
    const place = placeKey({ name: field.id, child: item.ref });
    const issue = issues[place];
    return (
      <div key={field.id} data-field={place} data-bad={issue ? 'true' : undefined}>
        <OwnFieldInput
          field={field}
          place={place}
          value={item.custom?.[field.id] ?? ''}
          error={issue ? words.issue({ name: field.id, child: item.ref }, issue) : undefined}
          onChange={(value) => actions.setCustom(item.ref, field.id, value)}
        />
      </div>
    );
  });
};

const Line = ({ refId, at }: { refId: string; at: number }) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const item = useForm(({ values }) => values.children[at]);
  const currency = useForm(({ values }) => textValue(values.fields.currency));
  const asked = useForm(({ form }) => form.asked.lines);
  const more = [...MORE, ...asked];
  // All but the fields that are always shown: the details and the custom fields.
  const bad = useForm(({ issues }) =>
    Object.keys(issues).some(
      (place) => place.startsWith(`${refId}.`) && !SHORT.includes(place.slice(refId.length + 1)),
    ),
  );
  const hasProduct = item?.facts?.product !== undefined && item.facts.product !== '';
  const [isOpen, setOpen] = useOpenGroup(bad, !hasProduct && textValue(item?.fields.product_id) === '');
  const actions = useFormActions();
  if (item === undefined) return null;
  const { facts } = item;
  const product =
    facts?.product ||
    (textValue(item.fields.product_id) === ''
      ? t('form.lineNo', { number: at + 1 })
      : `#${textValue(item.fields.product_id)}`);
  const about = [
    facts?.number,
    facts?.orderNo,
    facts?.ordered
      ? t('form.orderedShort', {
          ordered: formatNumber(facts.ordered, locale),
          invoiced: isInvoicedUnknown(item) ? UNKNOWN_COUNT : formatNumber(facts.invoiced ?? '0', locale),
        })
      : '',
  ]
    .filter(Boolean)
    .join(' · ');
  const amount = lineAmount(textValue(item.fields.outbound_count), textValue(item.fields.sale_price));
  const open = isOpen && !item.remove;
  const Chevron = open ? IconChevronDown : IconChevronRight;
  // Keep a price that the user typed.
  const fill = ({ fields, facts: known }: ProductChoice['line']): void => {
    const { sale_price: price, ...ids } = fields;
    const isPriced = price === undefined || textValue(item.fields.sale_price) !== '';
    actions.fillLine(refId, { fields: isPriced ? ids : fields, facts: { ...item.facts, ...known } });
  };
  const label = item.remove
    ? t('form.restoreLine', { name: product })
    : t('form.removeLine', { name: product });
  return (
    <fieldset className={css.line} data-removed={item.remove}>
      <legend className="visually-hidden">{product}</legend>
      <div className={css.lineHead}>
        <div className={css.lineName}>
          <span dir="auto">{product}</span>
          {about === '' ? null : <small className="num">{about}</small>}
        </div>
        {item.remove ? (
          <span className={css.faint}>{t('form.lineRemoved')}</span>
        ) : (
          <>
            <div className={css.lineNumber}>
              <FormField name="outbound_count" child={refId} />
            </div>
            <div className={css.lineNumber}>
              <FormField name="sale_price" child={refId} />
            </div>
            <span className={`${css.lineAmount} num`}>
              {amount === null ? '' : formatMoney(amount, locale, currency)}
            </span>
          </>
        )}
        <Hint label={label}>
          <ActionIcon
            aria-label={label}
            data-remove
            onClick={({ currentTarget }) =>
              removeWithFocus(currentTarget.closest('fieldset'), () =>
                actions.removeChild(refId, item.remove !== true),
              )
            }
          >
            {item.remove ? <IconArrowBackUp size={15} /> : <IconTrash size={15} />}
          </ActionIcon>
        </Hint>
      </div>
      {item.remove ? null : (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          leftSection={<Chevron size={13} />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t('form.lineDetails')}
        </Button>
      )}
      {open ? (
        <div className={css.grid}>
          {textValue(item.fields.order_record_id) === '' ? (
            <div className={css.wide}>
              <ProductPick label={t('form.pickLineProduct')} onPick={fill} />
            </div>
          ) : null}
          {more.map((name) => (
            <FormField key={name} name={name} child={refId} />
          ))}
          <CustomFields item={item} />
        </div>
      ) : null}
    </fieldset>
  );
};

export const InvoiceLines = () => {
  const { t } = useTranslation();
  const refs = useForm(({ values }) => values.children.map((item) => item.ref).join(' '));
  if (refs === '') return <p className={css.note}>{t('form.noLines')}</p>;
  return (
    <div className={css.lines}>
      {refs.split(' ').map((ref, at) => (
        <Line key={ref} refId={ref} at={at} />
      ))}
    </div>
  );
};
