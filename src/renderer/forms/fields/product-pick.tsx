/**
 * A picker for a product by any part of its name, number or model, from disk. It does not keep the picked
 * product as its value: the product fills a line.
 */
import { Loader, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMissingKinds } from '../../client/missing-kinds';
import { usePreferences } from '../../client/preferences';
import { useTopRows } from '../../client/queries';
import { formatMoney, formatNumber } from '../../format/decimal';
import { choicesOf, PRODUCT_COLUMNS, type ProductChoice } from '../kinds/product-line';
import { useForm } from '../session/form-context';
import { textValue } from '../values/form-values';
import css from '../forms.module.css';

const MOST = 20;

/** Renders nothing if this computer has no products. */
export const ProductPick = ({
  label,
  onPick,
}: {
  label: string;
  onPick: (line: ProductChoice['line']) => void;
}) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const currency = useForm(({ values }) => textValue(values.fields.currency));
  const isMissing = useMissingKinds().product !== undefined;
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const { data, isFetching } = useTopRows(
    { resource: 'product', search: search.trim() },
    MOST,
    PRODUCT_COLUMNS,
    isOpen && !isMissing,
  );
  if (isMissing) return null;
  const choices = new Map(
    (data?.rows ?? []).flatMap((row) => choicesOf(row, currency)).map((choice) => [choice.value, choice]),
  );
  const noteOf = ({ number, price, currency: of, available, isDiscontinued }: ProductChoice): string =>
    [
      number,
      price === '' ? '' : formatMoney(price, locale, of),
      available === null ? '' : t('form.available', { amount: formatNumber(available, locale) }),
      isDiscontinued ? t('enum.productSale.1') : '',
    ]
      .filter((part) => part !== '')
      .join(' · ');
  return (
    <Select
      className={css.pickSelect ?? ''}
      size="xs"
      aria-label={label}
      placeholder={label}
      data={[...choices.values()].map((choice) => ({ value: choice.value, label: choice.label }))}
      value={null}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => setOpen(true)}
      filter={({ options }) => options}
      nothingFoundMessage={isFetching ? <Loader size={14} /> : t('form.nothingFound')}
      maxDropdownHeight={280}
      comboboxProps={{ transitionProps: { duration: 80 } }}
      renderOption={({ option }) => {
        const choice = choices.get(option.value);
        return (
          <span className={css.option}>
            <span className="truncate name-text" dir="auto">
              {option.label}
            </span>
            <small className="truncate num">{choice === undefined ? '' : noteOf(choice)}</small>
          </span>
        );
      }}
      onChange={(value) => {
        const choice = value === null ? undefined : choices.get(value);
        if (choice === undefined) return;
        setSearch('');
        onPick(choice.line);
      }}
    />
  );
};
