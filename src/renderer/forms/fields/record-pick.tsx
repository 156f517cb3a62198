/** A picker for a company by any part of its name, from disk and from pending work. */
import { Loader, Select } from '@mantine/core';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exactFirst } from '../../client/exact-first';
import { useFoundCompanies, useTopRows } from '../../client/queries';
import { NoCompanyFound } from './no-company-found';
import { type ControlProps, popoverOf } from './controls';
import { isLocalRef } from '#shared/domain/intent';
import { useForm, useFormActions } from '../session/form-context';
import { textValue } from '../values/form-values';
import type { Option } from './options';
import css from '../forms.module.css';
import { isTab, shownName, takeHighlighted, usePickerText, useTypedPick } from './typed-pick';
import { selectOnClick } from '../../ui/select-on-click';

const RECENT = 8;

interface Wanted {
  text: string;
  taken: (found: boolean) => void;
}

export const CompanyPick = ({
  label,
  hint,
  error,
  required = false,
  disabled = false,
  focused = false,
  value,
  onChange,
  place,
}: ControlProps) => {
  const { t } = useTranslation();
  const names = useForm((state) => state.values.names);
  const { setName } = useFormActions();
  const id = textValue(value);
  const recent = useTopRows({ resource: 'company' }, RECENT, ['name', 'serial_id']).data?.rows ?? [];
  const recentOnes: Option[] = recent.map((row) => ({ id: row.id, name: String(row.values.name || row.id) }));
  const shown = shownName(id, names[`company~${id}`], recentOnes);
  /** Takes what the user has seen. While the list is still loading, the text stays until saving looks for it. */
  const leave = (text: string, take: () => boolean): boolean => {
    if (text !== '') return looked && take();
    choose(null);
    return true;
  };
  const picker = usePickerText(shown, leave);
  const { input, show } = picker;
  const typed = picker.typed ?? '';
  const isEmptied = picker.typed === '' && id !== '';
  /** Set if a key was pressed before the list loaded: the text to pick, and the callback for the result. */
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const query = wanted?.text ?? typed;
  const hits = useFoundCompanies(query);
  // Enter takes the first line only after the search for this text has finished, never a line of an earlier
  // text.
  const looked = query !== '' && hits.data !== undefined && !hits.isPlaceholderData;
  const noteOf = (row: string, subtitle?: string): { note?: string } => {
    const note = isLocalRef(row) ? t('form.notSentYet') : subtitle;
    return note === undefined ? {} : { note };
  };
  const found = looked ? exactFirst(hits.data, query) : [];
  const listed: (Option & { note?: string })[] =
    query === ''
      ? recentOnes.map((item) => ({ ...item, ...noteOf(item.id) }))
      : found.map((hit) => ({ id: hit.id, name: hit.title, ...noteOf(hit.id, hit.subtitle) }));
  // The chosen company has one name in every list: the input takes its text from the list.
  const all = listed.map((item) => (item.id === id ? { ...item, name: shown } : item));
  const present = id !== '' && !all.some((item) => item.id === id) ? [{ id, name: shown }] : [];
  const known = query === '' ? [...present, ...all] : [...all, ...present];
  const typedId =
    /^\d{4,19}$/.test(query) && !known.some((item) => item.id === query)
      ? [{ id: query, name: `#${query}` }]
      : [];
  const data = [...known, ...typedId].map((item) => ({
    value: item.id,
    label: item.name,
    note: 'note' in item ? item.note : undefined,
  }));
  const choose = (next: string | null): void => {
    const name = known.find((item) => item.id === next)?.name;
    if (next !== null && name !== undefined) setName(`company~${next}`, name);
    show(next === null ? '' : (name ?? `#${next}`));
    onChange(next ?? '');
  };
  const answered = looked || hits.isError;
  useEffect(() => {
    if (wanted === null || !answered) return;
    setWanted(null);
    const first = data.find((item) => item.value !== id || present.length === 0);
    // If the list is still open, its highlighted line is taken, which closes it.
    if (first !== undefined && !takeHighlighted(input.current)) choose(first.value);
    wanted.taken(first !== undefined);
    // The effect depends only on the answer, not on renders in between.
    // eslint-disable-next-line react/exhaustive-deps
  }, [wanted, answered]);
  const waitFor = (text: string): Promise<boolean> =>
    new Promise((resolve) =>
      setWanted((before) => ({
        text,
        taken: (found) => {
          before?.taken(found);
          resolve(found);
        },
      })),
    );
  const drop = (): void => {
    wanted?.taken(false);
    setWanted(null);
  };
  useTypedPick(useFormActions(), query !== '' || isEmptied, {
    place,
    take: () => {
      if (query !== '') return waitFor(query);
      choose(null);
      return true;
    },
  });
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape') return drop();
    if (typed === '' || event.nativeEvent.isComposing) return;
    if (isTab(event)) {
      if (!looked || !takeHighlighted(input.current)) void waitFor(typed);
    } else if (event.key === 'Enter' && !looked) {
      event.preventDefault();
      void waitFor(typed);
    }
  };
  return (
    <Select
      size="xs"
      {...picker.props}
      onKeyDown={onKeyDown}
      onInput={() => {
        picker.props.onInput();
        if (wanted !== null) drop();
      }}
      label={label}
      withAsterisk={required}
      {...(required ? { 'aria-required': true } : {})}
      disabled={disabled}
      {...(focused ? { 'data-autofocus': true } : {})}
      {...(hint === undefined ? {} : { description: hint })}
      {...(error === undefined ? {} : { error })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={data}
      value={id === '' ? null : id}
      searchable
      {...selectOnClick}
      clearable
      allowDeselect={false}
      selectFirstOptionOnChange={looked}
      filter={({ options }) => options}
      nothingFoundMessage={hits.isFetching ? <Loader size={14} /> : <NoCompanyFound />}
      maxDropdownHeight={280}
      placeholder={t('form.pickCompany')}
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      comboboxProps={popoverOf({ error, hint })}
      selectFirstOptionOnDropdownOpen={looked}
      renderOption={({ option }) => (
        <span className={css.option}>
          <span className="truncate name-text" dir="auto">
            {option.label}
          </span>
          <small className="truncate">{(option as { note?: string }).note ?? ''}</small>
        </span>
      )}
      // Mantine calls no other handler if the same company is chosen again.
      onOptionSubmit={choose}
      onChange={(next) => {
        if (next === null) choose(null);
      }}
    />
  );
};
