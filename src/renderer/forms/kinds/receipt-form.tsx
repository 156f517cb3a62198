/** The form of E7's receipt registration: payer, amount, bank account, and the resulting status. */
import { ActionIcon, Button, Select } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { convertedPer100 } from '#shared/domain/invoice-total';
import { isLocalRef } from '#shared/domain/intent';
import { FOR_ORDER } from '#shared/domain/receipts';
import { usePreferences } from '../../client/preferences';
import { formatMoney } from '../../format/decimal';
import { listText } from '../../format/values';
import { AllFields } from '../fields/all-fields';
import { bestFirst } from '../fields/best-first';
import { popoverOf } from '../fields/controls';
import { placeKey, useFieldIssue, useForm, useFormActions } from '../session/form-context';
import { FormField, useFieldWords } from '../fields/form-field';
import { addWithFocus } from './add-with-focus';
import { CHILD_SPECS, FORM_SPECS } from '../values/form-specs';
import { textValue } from '../values/form-values';
import css from '../forms.module.css';
import { Notice } from '../fields/notice';
import { useHasFocus, useSteady } from '../fields/options';
import { useListedText } from '../fields/typed-pick';
import { amountsInDoubt, type UntakenReceipt, untakenReceipts } from './order-left';
import { MOST_ORDERS_SHOWN, ordersOf } from './order-lines';
import { isNotPositive, receiptMismatch } from './receipt-mismatch';
import { receiptMayBeDraft } from '../saving/save-form';
import { ask, queryKeys } from '../../client/query-keys';
import { useServiceDays } from '../../format/use-service-days';
import { removeWithFocus } from '../../ui/give-focus';
import { Hint } from '../../ui/hint';
import { selectOnClick } from '../../ui/select-on-click';

/** Orders of the receipt's company to allocate to; another document's id can be typed below. */
const OrderOf = ({ refId }: { refId: string }) => {
  const { t } = useTranslation();
  const company = useForm(({ values }) => textValue(values.fields.company_id));
  const value = useForm(({ values }) =>
    textValue(values.children.find((item) => item.ref === refId)?.fields.refer_id),
  );
  const name = useForm(({ values }) => values.names[`order~${value}`]);
  const actions = useFormActions();
  const place = { name: 'refer_id', child: refId };
  const issue = useFieldIssue(place);
  const words = useFieldWords('receipt');
  const { hasFocus, watch } = useHasFocus();
  const orders =
    useSteady(
      useQuery({
        ...ask(queryKeys.companyOrders(company), () => ordersOf(company)),
        enabled: company !== '' && !isLocalRef(company),
      }).data,
      hasFocus,
    ) ?? [];
  const data = orders.map((row) => ({
    value: row.id,
    label: [String(row.values.order_no ?? row.id), String(row.values.name ?? '')].filter(Boolean).join(' · '),
  }));
  const chosen = data.find((item) => item.value === value) ?? { value, label: name ?? `#${value}` };
  const { typed, show, props } = useListedText(actions, {
    place: placeKey(place),
    shown: value === '' ? '' : chosen.label,
    empty: value === '' ? undefined : () => actions.setChild(refId, 'refer_id', ''),
  });
  if (orders.length === 0)
    return (
      <div {...watch}>
        <FormField name="refer_id" child={refId} />
      </div>
    );
  return (
    <div {...watch} data-field={placeKey(place)} data-bad={issue === undefined ? undefined : 'true'}>
      <Select
        {...props}
        size="xs"
        label={t('form.field.allocation.order')}
        data={value === '' || data.includes(chosen) ? data : [...data, chosen]}
        value={value === '' ? null : value}
        error={issue === undefined ? undefined : words.issue(place, issue)}
        searchable
        {...selectOnClick}
        filter={bestFirst}
        limit={MOST_ORDERS_SHOWN}
        withAsterisk
        allowDeselect={false}
        selectFirstOptionOnChange
        selectFirstOptionOnDropdownOpen={typed !== null && typed !== ''}
        nothingFoundMessage={t('form.nothingFound')}
        comboboxProps={popoverOf({ error: issue })}
        onOptionSubmit={(id) => show(data.find((item) => item.value === id)?.label ?? chosen.label)}
        onChange={(id) => actions.setChild(refId, 'refer_id', id ?? '')}
      />
    </div>
  );
};

const Allocation = ({ refId, at }: { refId: string; at: number }) => {
  const { t } = useTranslation();
  const actions = useFormActions();
  const known = useForm(
    ({ form }) => form.target !== null && form.start.children.some((item) => item.ref === refId),
  );
  const isOrder = useForm(
    ({ values }) => textValue(values.children.find((item) => item.ref === refId)?.fields.refer_type) !== '2',
  );
  return (
    <fieldset className={css.card}>
      <legend className="visually-hidden">{t('form.allocationNo', { number: at + 1 })}</legend>
      <div className={css.grid}>
        {CHILD_SPECS.receipt.short.map((name) =>
          name === 'refer_id' && isOrder ? (
            <OrderOf key={name} refId={refId} />
          ) : (
            <FormField key={name} name={name} child={refId} />
          ),
        )}
      </div>
      {known ? null : (
        <div className={css.cardFoot}>
          <Hint label={t('form.removeAllocation')}>
            <ActionIcon
              aria-label={t('form.removeAllocation')}
              data-remove
              onClick={({ currentTarget }) =>
                removeWithFocus(currentTarget.closest('fieldset'), () => actions.removeChild(refId, true))
              }
            >
              <IconTrash size={15} />
            </ActionIcon>
          </Hint>
        </div>
      )}
    </fieldset>
  );
};

const Allocations = () => {
  const { t } = useTranslation();
  const refs = useForm(({ values }) => values.children.map((item) => item.ref).join(' '));
  const issue = useForm(({ issues }) => issues.children);
  const actions = useFormActions();
  return (
    <div className={css.section} data-field="children" data-bad={issue === undefined ? undefined : 'true'}>
      <h3 className={css.groupTitle}>{t('form.allocations')}</h3>
      <p className={css.note}>{t('form.allocationsHint')}</p>
      {issue === undefined ? null : (
        <Notice tone="red">{t(`form.issue.${issue.code}`, { high: issue.high })}</Notice>
      )}
      {(refs === '' ? [] : refs.split(' ')).map((ref, at) => (
        <Allocation key={ref} refId={ref} at={at} />
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => addWithFocus(actions, { refer_type: FOR_ORDER })}
        >
          {t('form.addAllocation')}
        </Button>
      </div>
    </div>
  );
};

/**
 * Lists the user's own receipts for this order whose allocation the CRM does not have. The amount left counts them as
 * received.
 */
const Untaken = () => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const order = useForm(({ form }) => textValue(form.start.children[0]?.fields.refer_id));
  const currency = useForm(({ form }) => textValue(form.start.fields.currency));
  const untaken = useQuery({
    ...ask(queryKeys.untakenReceipts<UntakenReceipt[]>(order, currency), () =>
      untakenReceipts({ id: order, currency }),
    ),
    enabled: order !== '' && currency !== '',
  }).data?.filter(({ state }) => state === 'read');
  if (untaken === undefined || untaken.length === 0) return null;
  const receipts = listText(
    untaken.map(({ number, amount }) => `${number} (${formatMoney(amount, locale, currency)})`),
    locale,
  );
  return <Notice>{t('form.untaken', { count: untaken.length, receipts })}</Notice>;
};

/** Says that the amount left counts receipts of which nobody knows whether the CRM has them. */
const InDoubt = () => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const order = useForm(({ form }) => textValue(form.start.children[0]?.fields.refer_id));
  const currency = useForm(({ form }) => textValue(form.start.fields.currency));
  const amounts = useQuery({
    ...ask(queryKeys.amountsInDoubt(order, currency), () => amountsInDoubt({ id: order, currency })),
    enabled: order !== '' && currency !== '',
  }).data;
  if (amounts === undefined || amounts.length === 0) return null;
  return (
    <Notice tone="yellow">
      {t('form.receiptInDoubt', {
        count: amounts.length,
        amounts: listText(
          amounts.map((amount) => formatMoney(amount, locale, currency)),
          locale,
        ),
      })}
    </Notice>
  );
};

const Converted = () => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const fields = useForm(({ values }) => values.fields);
  const parts = (
    [
      ['CNY', fields.exchange_rate],
      ['USD', fields.exchange_rate_usd],
    ] as const
  ).flatMap(([currency, rate]) => {
    const amount = convertedPer100(fields.amount, rate);
    return amount === null || currency === textValue(fields.currency)
      ? []
      : [formatMoney(amount, locale, currency)];
  });
  return parts.length === 0 ? null : (
    <p className={`${css.note} num`}>{t('form.converted', { amounts: parts.join(' · ') })}</p>
  );
};

const Mismatch = () => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const values = useForm((state) => state.values);
  const start = useForm(({ form }) => (form.target === null && form.intentId === null ? form.start : null));
  const currency = textValue(values.fields.currency);
  const company = textValue(values.fields.company_id);
  const { data: orders } = useQuery({
    ...ask(queryKeys.companyOrders(company), () => ordersOf(company)),
    enabled: company !== '' && !isLocalRef(company) && values.children.length > 0,
  });
  // A customer may have thousands of orders, and the values change with every key.
  const currencies = useMemo(
    () => new Map(orders?.map(({ id, values: { currency: of } }) => [id, String(of ?? '')])),
    [orders],
  );
  const { amountIn, isOtherOrder, overAllocated } = receiptMismatch(values, start, currencies);
  return (
    <>
      {amountIn === null ? null : (
        <Notice tone="yellow" live>
          {t('form.foreignAmount', { currency: amountIn, own: currency })}
        </Notice>
      )}
      {isOtherOrder ? (
        <Notice tone="yellow" live>
          {t('form.foreignAllocation')}
        </Notice>
      ) : null}
      {overAllocated === null ? null : (
        <Notice tone="yellow" live>
          {t('form.overAllocated', {
            allocated: formatMoney(overAllocated, locale, currency),
            amount: formatMoney(textValue(values.fields.amount), locale, currency),
          })}
        </Notice>
      )}
    </>
  );
};

export const ReceiptForm = () => {
  const { t } = useTranslation();
  const serviceDays = useServiceDays() ?? undefined;
  const editing = useForm(({ form }) => form.target !== null);
  const [first] = useState(
    useForm(({ values }) => (textValue(values.fields.company_id) === '' ? 'company_id' : 'amount')),
  );
  const hasNoAmount = useForm(({ values }) => isNotPositive(values));
  const mayBeDraft = useForm(({ values }) => receiptMayBeDraft(values));
  // A receipt that is started from an order shows its allocations.
  const [isForOrder] = useState(
    useForm(({ form }) => form.target === null && form.intentId === null && form.start.children.length > 0),
  );
  const waits = useForm(({ values }) => isLocalRef(textValue(values.fields.company_id)));
  const isPartial = useForm(({ form }) => form.target !== null && !form.hasChildren);
  return (
    <>
      {isPartial ? <Notice tone="blue">{t('form.detailsUnknown')}</Notice> : null}
      <div className={css.grid}>
        {FORM_SPECS.receipt.short.map((name) => (
          <FormField
            key={name}
            name={name}
            focused={name === first}
            hint={name === 'collection_date' ? serviceDays : undefined}
          />
        ))}
      </div>
      <Converted />
      <Mismatch />
      {hasNoAmount ? <Notice tone="yellow">{t('form.receiptNotPositive')}</Notice> : null}
      {isForOrder ? <Allocations /> : null}
      {isForOrder ? <Untaken /> : null}
      {isForOrder ? <InDoubt /> : null}
      {waits ? <p className={css.note}>{t('form.companyFirst')}</p> : null}
      {editing ? null : (
        <Notice tone={mayBeDraft ? 'yellow' : 'gray'}>
          {t(mayBeDraft ? 'form.receiptMayBeDraft' : 'form.receiptPending')}
        </Notice>
      )}
      <AllFields>{isForOrder ? null : <Allocations />}</AllFields>
    </>
  );
};
