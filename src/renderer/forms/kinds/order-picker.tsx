/**
 * Selects lines from a sales order of the invoice's company and shows how much of each is left, or a product
 * for a line without an order.
 */
import { Button, Checkbox, Loader, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currencyCode } from '#shared/domain/currency';
import { isLocalRef } from '#shared/domain/intent';
import { usePreferences } from '../../client/preferences';
import { formatMoney, formatNumber } from '../../format/decimal';
import { newChildRef } from '../opening/form-blank';
import { addWithFocus, focusPart } from './add-with-focus';
import { useForm, useFormActions } from '../session/form-context';
import { textValue } from '../values/form-values';
import { bestFirst } from '../fields/best-first';
import { Notice } from '../fields/notice';
import { ProductPick } from '../fields/product-pick';
import { useTypedPick } from '../fields/typed-pick';
import css from '../forms.module.css';
import { filledFromOrder } from './last-rates';
import {
  isInvoicedUnknown,
  LINES_NOT_ADDED,
  orderFacts,
  orderLabel,
  orderLinesOf,
  MOST_ORDERS_SHOWN,
  ordersOf,
  type OrderFacts,
  type OrderLine,
  type OrderWithLines,
} from './order-lines';
import { ask, queryKeys } from '../../client/query-keys';
import { selectOnClick } from '../../ui/select-on-click';

/**
 * A key for each line that stays the same when the lines are read again: its id, otherwise product, SKU and position
 * among the lines with the same product and SKU.
 */
const keysOf = (lines: readonly OrderLine[]): ReadonlyMap<OrderLine, string> => {
  const seen = new Map<string, number>();
  return new Map(
    lines.map((line) => {
      const { order_record_id: id, product_id: product, sku_id: sku } = line.child.fields;
      const name = textValue(id) || `${textValue(product)}~${textValue(sku)}`;
      const place = seen.get(name) ?? 0;
      seen.set(name, place + 1);
      return [line, `${name}~${place}`];
    }),
  );
};

/**
 * While lines are ticked but not added, the form cannot be saved. The save does not add them, because the user has not
 * seen their quantities and prices in the form.
 */
const useUnaddedLines = (areTicked: boolean): boolean => {
  const actions = useFormActions();
  useTypedPick(actions, areTicked, { place: 'children', code: LINES_NOT_ADDED, take: () => false });
  useEffect(
    () => (areTicked ? () => actions.clearIssue('children', LINES_NOT_ADDED) : undefined),
    [actions, areTicked],
  );
  return useForm(({ issues }) => issues.children?.code === LINES_NOT_ADDED);
};

const LinesOfOrder = ({
  order,
  lines,
  onDone,
  onCancel,
}: {
  order: OrderFacts;
  lines: readonly OrderLine[];
  onDone: () => void;
  onCancel: () => void;
}) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const actions = useFormActions();
  const fields = useForm(({ values }) => values.fields);
  const there = useForm(({ values }) =>
    values.children
      .filter((item) => !item.remove)
      .map(
        (item) =>
          `${textValue(item.fields.order_id)}~${textValue(item.fields.order_record_id) || textValue(item.fields.product_id)}`,
      )
      .join(' '),
  ).split(' ');
  const already = (line: OrderLine): boolean =>
    there.includes(
      `${order.id}~${textValue(line.child.fields.order_record_id) || textValue(line.child.fields.product_id)}`,
    );
  const keys = keysOf(lines);
  const currency = textValue(fields.currency);
  const isForeign =
    currency !== '' && order.currency !== '' && currencyCode(currency) !== currencyCode(order.currency);
  /**
   * What the user ticked or unticked. It is kept when the lines are read again, which happens after any change of a
   * record.
   */
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isPicked = (line: OrderLine): boolean =>
    chosen.get(keys.get(line) ?? '') ?? (line.left !== '0' && !already(line));
  const toggle = (line: OrderLine): void =>
    setChosen((now) => new Map([...now, [keys.get(line) ?? '', !isPicked(line)]]));
  const picked = lines.filter(isPicked);
  const areUnadded = useUnaddedLines(picked.length > 0);
  const add = (): void => {
    actions.addChildren(picked.map(({ child }) => child));
    const missing = filledFromOrder(order, fields);
    if (Object.keys(missing).length > 0) actions.setFields(missing);
    onDone();
    // The pressed button is removed.
    const [first] = picked;
    if (first !== undefined) focusPart(first.child.ref);
  };
  return (
    <div className={css.pick}>
      {lines.length > 0 && lines.every(({ left }) => left === '0') ? (
        <p className={css.note}>{t('form.allInvoiced')}</p>
      ) : null}
      {lines.some(isInvoicedUnknown) ? <p className={css.note}>{t('form.invoicedUnknown')}</p> : null}
      {isForeign ? (
        <p className={css.note}>{t('form.foreignOrder', { currency: order.currency, own: currency })}</p>
      ) : null}
      {order.hasLineIds ? null : <p className={css.note}>{t('form.orderLinesUnknown')}</p>}
      <ul>
        {lines.map((line) => (
          <li key={keys.get(line)}>
            <Checkbox
              size="xs"
              checked={isPicked(line)}
              onChange={() => toggle(line)}
              label={line.facts.product || line.facts.number || `#${textValue(line.child.fields.product_id)}`}
            />
            <span className={`${css.faint} num`}>
              {t('form.orderedOf', {
                ordered: formatNumber(line.facts.ordered, locale),
                left: line.left === null ? '?' : formatNumber(line.left, locale),
                price: formatMoney(textValue(line.child.fields.sale_price), locale, order.currency),
              })}
              {already(line) ? ` · ${t('form.alreadyHere')}` : ''}
            </span>
          </li>
        ))}
      </ul>
      {areUnadded ? <Notice tone="red">{t(`form.issue.${LINES_NOT_ADDED}`)}</Notice> : null}
      <div className={css.pickFoot}>
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <span data-field="children" data-bad={areUnadded ? 'true' : undefined}>
          <Button disabled={picked.length === 0} onClick={add}>
            {t('form.addLines', { count: picked.length })}
          </Button>
        </span>
      </div>
    </div>
  );
};

export const OrderPicker = () => {
  const { t } = useTranslation();
  const company = useForm(({ values }) => textValue(values.fields.company_id));
  const actions = useFormActions();
  // If the invoice was started from an order with nothing left, its lines are shown, so that the user sees
  // why none was added.
  const begunFrom = useForm(({ form, values }) =>
    form.restored ||
    values.children.length > 0 ||
    textValue(values.fields.company_id) !== textValue(form.start.fields.company_id)
      ? null
      : (Object.keys(values.names)
          .find((name) => name.startsWith('order~'))
          ?.slice('order~'.length) ?? null),
  );
  const [orderId, setOrderId] = useState<string | null>(begunFrom);
  const orderInput = useRef<HTMLInputElement>(null);
  const asked = useQuery({
    ...ask(queryKeys.companyOrders(company), () => ordersOf(company)),
    enabled: company !== '' && !isLocalRef(company),
  });
  const orders = asked.data ?? [];
  const hasNoOrders = isLocalRef(company) || (asked.isSuccess && orders.length === 0);
  const opened = useQuery({
    ...ask(queryKeys.orderLines<OrderWithLines>(orderId), async () => {
      const order = await orderFacts(orderId ?? '');
      return order === null ? null : { order, lines: await orderLinesOf(order) };
    }),
    enabled: orderId !== null,
    staleTime: 0,
  });
  const data = orders.map((row) => ({
    value: row.id,
    label: orderLabel(row),
  }));
  const orderPrompt = data.length === 0 ? t('form.noOrders') : t('form.pickOrder');
  const openedOrder = () => {
    if (opened.data)
      return (
        <LinesOfOrder
          key={orderId}
          order={opened.data.order}
          lines={opened.data.lines}
          onDone={() => setOrderId(null)}
          onCancel={() => {
            setOrderId(null);
            orderInput.current?.focus();
          }}
        />
      );
    return opened.isFetching ? <Loader size={16} /> : <p className={css.note}>{t('form.orderGone')}</p>;
  };
  return (
    <>
      {hasNoOrders ? (
        <Notice tone="yellow" live>
          {t('form.noOrdersYet')}
        </Notice>
      ) : null}
      <div className={css.pickHead}>
        <Select
          ref={orderInput}
          className={css.pickSelect ?? ''}
          size="xs"
          aria-label={t('form.pickOrder')}
          placeholder={company === '' ? t('form.pickCompanyFirst') : orderPrompt}
          disabled={data.length === 0}
          data={data}
          value={orderId}
          searchable
          {...selectOnClick}
          filter={bestFirst}
          selectFirstOptionOnChange
          limit={MOST_ORDERS_SHOWN}
          clearable
          clearButtonProps={{ 'aria-label': t('common.clear') }}
          nothingFoundMessage={t('form.nothingFound')}
          comboboxProps={{ transitionProps: { duration: 80 } }}
          onChange={setOrderId}
        />
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconPlus size={14} />}
          onClick={() => addWithFocus(actions, {})}
        >
          {t('form.addLine')}
        </Button>
      </div>
      {orderId === null ? null : openedOrder()}
      <div className={css.pickHead}>
        <ProductPick
          label={t('form.pickProduct')}
          onPick={(line) => actions.addChildren([{ ref: newChildRef(), ...line }])}
        />
      </div>
    </>
  );
};
