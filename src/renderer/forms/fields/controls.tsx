/**
 * The controls for one value. Each reads and returns form values: texts and lists of ids. Nothing is parsed
 * here.
 */
import { MultiSelect, Select, TagsInput, TextInput, TreeSelect } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LONGEST_TEXT } from '#shared/domain/push-value';
import { DayInput } from '../../ui/day-input';
import { GrowingTextarea } from '../../ui/growing-textarea';
import { selectOnClick } from '../../ui/select-on-click';
import { useForm, useFormActions } from '../session/form-context';
import { listValue, pathsValue, textValue, type TypedValue } from '../values/form-values';
import { bestFirst } from './best-first';
import { MomentInput } from './moment-input';
import { asTree, type Option, pathsById, wholePath, withMissing } from './options';
import { useTreeText } from './tree-text';
import { useListedText, useTypedPick } from './typed-pick';

export interface ControlProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  /** True if the control gets the focus when the form opens. */
  focused?: boolean;
  value: TypedValue | undefined;
  onChange: (value: TypedValue) => void;
  /** The place where an issue of this field is shown. */
  place: string;
}

/**
 * Props for every Mantine input. Only the asterisk and its word for a screen reader are set, not `required`, because
 * an empty required field gets its message when the form is saved.
 */
const shared = ({
  label,
  hint,
  error,
  required = false,
  disabled = false,
  focused = false,
}: ControlProps) => ({
  size: 'xs' as const,
  label,
  withAsterisk: required,
  ...(required ? { 'aria-required': true } : {}),
  disabled,
  ...(focused ? { 'data-autofocus': true } : {}),
  ...(hint === undefined ? {} : { description: hint }),
  ...(error === undefined ? {} : { error }),
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
    | 'label'
    | 'input'
    | 'description'
    | 'error'
  )[],
});
/**
 * The browser cuts a longer text without a word, and a pasted one loses its end. So this is far above `LONGEST_TEXT`:
 * what cannot be sent stays in the field, and saving reports it.
 */
export const MOST_TYPED = 10 * LONGEST_TEXT;
/** The height of a line of text below an input. */
const LINE_BELOW = 24;
/**
 * The list of a picker opens below the message of its field: saving sets the focus to the first field to fix, which
 * opens its list.
 */
export const popoverOf = ({ error, hint }: { error?: unknown; hint?: unknown }) => ({
  withinPortal: true,
  transitionProps: { duration: 80 },
  ...(error === undefined ? {} : { offset: 8 + LINE_BELOW * (hint === undefined ? 1 : 2) }),
});
/**
 * The list of a picker is made when the picker first gets the focus. A form has several pickers, some with long
 * lists, and making all lists at once took a third of the time in which it opens. The list then stays, because
 * saving takes the line that is highlighted in a closed list (`typed-pick.ts`).
 */
const useList = (props: { error?: unknown; hint?: unknown }) => {
  const [isUsed, setUsed] = useState(false);
  // Mantine sets the list's id on the field without a rendering once the list is in the page. This renders again;
  // otherwise a screen reader would be told that the list is closed.
  const [, setMade] = useState(false);
  useEffect(() => {
    if (!isUsed) return;
    const frame = requestAnimationFrame(() => setMade(true));
    return () => cancelAnimationFrame(frame);
  }, [isUsed]);
  return { comboboxProps: { ...popoverOf(props), keepMounted: isUsed }, onFocus: () => setUsed(true) };
};

/**
 * Returns true if the field began with a text of several lines. An input of one line would show and send them joined,
 * without a space between them.
 */
export const useBeganWithLines = (value: TypedValue | undefined): boolean =>
  useState(() => /[\r\n]/.test(textValue(value)))[0];

export const TextControl = ({
  numeric = false,
  suffix,
  ...props
}: ControlProps & { numeric?: boolean; suffix?: ReactNode }) => {
  const hasLines = useBeganWithLines(props.value);
  if (hasLines) return <LongControl {...props} />;
  return (
    <TextInput
      {...shared(props)}
      value={textValue(props.value)}
      maxLength={MOST_TYPED}
      autoComplete="off"
      dir="auto"
      {...(numeric ? { inputMode: 'decimal' as const, className: 'num' } : {})}
      {...(suffix === undefined ? {} : { rightSection: suffix, rightSectionWidth: 56 })}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
};

export const LongControl = (props: ControlProps & { rows?: number }) => (
  <GrowingTextarea
    {...shared(props)}
    value={textValue(props.value)}
    maxLength={MOST_TYPED}
    minRows={props.rows ?? 2}
    maxRows={12}
    dir="auto"
    onChange={(event) => props.onChange(event.currentTarget.value)}
  />
);

/**
 * Saving is refused while the field at `place` contains text that is not a day. Otherwise the text would be
 * lost silently. Returns true if saving was refused for this reason.
 */
const useUnreadDay = (place: string, isUnread: boolean): boolean => {
  useTypedPick(useFormActions(), isUnread, { place, code: 'unread-day', take: () => false });
  return useForm(({ issues }) => issues[place]?.code === 'unread-day') && isUnread;
};

export const DayControl = ({ isPlan, ...props }: ControlProps & { isPlan: boolean }) => {
  const { size: _, ...names } = shared(props);
  const [isUnread, setUnread] = useState(false);
  useUnreadDay(props.place, isUnread);
  return (
    <DayInput
      {...names}
      isPlan={isPlan}
      value={textValue(props.value).slice(0, 10)}
      onChange={props.onChange}
      onUnread={setUnread}
    />
  );
};

export const MomentControl = ({ isPlan, ...props }: ControlProps & { isPlan: boolean }) => {
  const { t } = useTranslation();
  const { size: _, error, ...names } = shared(props);
  const [isUnread, setUnread] = useState(false);
  const isRefused = useUnreadDay(props.place, isUnread);
  const wrong = error ?? (isRefused ? t('form.issue.unread-day') : undefined);
  return (
    <MomentInput
      {...names}
      {...(wrong === undefined ? {} : { error: wrong })}
      value={textValue(props.value)}
      isPlan={isPlan}
      onChange={props.onChange}
      onUnread={setUnread}
    />
  );
};

/** Groups the lines of a list by heading; lines without a heading come first. */
const underHeadings = (options: readonly Option[]) => {
  const line = ({ id, name }: Option) => ({ value: id, label: name });
  const groups = [...new Set(options.flatMap(({ group }) => group ?? []))];
  return [
    ...options.filter(({ group }) => group === undefined).map(line),
    ...groups.map((group) => ({
      group,
      items: options.filter((option) => option.group === group).map(line),
    })),
  ];
};

/**
 * A choice from a list. The user may also type an id that is not in the list. Without a list, the id is
 * typed.
 */
export const ChoiceControl = ({ options, ...props }: ControlProps & { options: readonly Option[] }) => {
  const { t } = useTranslation();
  const value = textValue(props.value);
  const list = useList(props);
  const {
    search,
    typed,
    show,
    props: text,
  } = useListedText(useFormActions(), {
    place: props.place,
    shown: withMissing(options, [value]).find(({ id }) => id === value)?.name ?? '',
    empty: value === '' ? undefined : () => props.onChange(''),
  });
  const all = withMissing(options, [value, ...(/^\d+$/.test(search) ? [search] : [])]);
  if (options.length === 0) return <TextControl {...props} hint={props.hint ?? t('form.noList')} />;
  return (
    <Select
      {...shared(props)}
      {...text}
      data={underHeadings(all)}
      value={value === '' ? null : value}
      searchable
      {...selectOnClick}
      clearable
      allowDeselect={false}
      filter={bestFirst}
      selectFirstOptionOnChange
      selectFirstOptionOnDropdownOpen={typed !== null && typed !== ''}
      {...list}
      maxDropdownHeight={260}
      nothingFoundMessage={t('form.nothingFound')}
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      // Mantine calls no other handler if the same line is chosen again.
      onOptionSubmit={(id) => show(all.find((option) => option.id === id)?.name ?? '')}
      onChange={(id) => props.onChange(id ?? '')}
    />
  );
};

/** A list of ids or paths that are typed. */
const TagsControl = ({ value, onTags, ...props }: ControlProps & { onTags: (tags: string[]) => void }) => {
  const tags = listValue(value);
  const [search, setSearch] = useState('');
  const typed = search.trim();
  useTypedPick(useFormActions(), typed !== '', {
    place: props.place,
    take: () => {
      setSearch('');
      if (!tags.includes(typed)) onTags([...tags, typed]);
      return true;
    },
  });
  return (
    <TagsInput
      {...shared({ ...props, value })}
      value={tags}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={onTags}
      comboboxProps={popoverOf(props)}
    />
  );
};

export const ChoicesControl = ({ options, ...props }: ControlProps & { options: readonly Option[] }) => {
  const { t } = useTranslation();
  const value = listValue(props.value);
  const list = useList(props);
  const { search, typed, props: text } = useListedText(useFormActions(), { place: props.place, shown: '' });
  if (options.length === 0)
    return <TagsControl {...props} hint={props.hint ?? t('form.noListMany')} onTags={props.onChange} />;
  const data = withMissing(options, [...value, ...(/^\d+$/.test(search) ? [search] : [])]).map(
    ({ id, name }) => ({ value: id, label: name }),
  );
  return (
    <MultiSelect
      {...shared(props)}
      {...text}
      data={data}
      value={value}
      searchable
      clearable
      filter={bestFirst}
      selectFirstOptionOnChange
      selectFirstOptionOnDropdownOpen={typed !== null && typed !== ''}
      hidePickedOptions
      {...list}
      maxDropdownHeight={260}
      nothingFoundMessage={t('form.nothingFound')}
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      onChange={props.onChange}
    />
  );
};

/** `ids` separated by spaces, because a list would be a new object at every render. */
const useTree = (options: readonly Option[], ids: string) =>
  useMemo(() => asTree(withMissing(options, ids.split(' '))), [options, ids]);
const useChevrons = () => {
  const { t } = useTranslation();
  return { expand: t('form.expand'), collapse: t('form.collapse') };
};

export const TreeControl = ({ options, ...props }: ControlProps & { options: readonly Option[] }) => {
  const { t } = useTranslation();
  const value = textValue(props.value);
  const tree = useTree(options, value);
  const chevronAriaLabels = useChevrons();
  const list = useList(props);
  const text = useTreeText({
    place: props.place,
    shown: withMissing(options, [value]).find(({ id }) => id === value)?.name ?? '',
    empty: value === '' ? undefined : () => props.onChange(''),
  });
  if (!options.some(({ parentId }) => parentId !== undefined))
    return <ChoiceControl {...props} options={options} />;
  return (
    <TreeSelect
      {...shared(props)}
      {...text}
      data={tree}
      value={value === '' ? null : value}
      searchable
      {...selectOnClick}
      clearable
      allowDeselect={false}
      defaultExpandAll
      {...list}
      nothingFoundMessage={t('form.nothingFound')}
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      chevronAriaLabels={chevronAriaLabels}
      onChange={(id: string | null) => props.onChange(id ?? '')}
    />
  );
};

export const TreesControl = ({ options, ...props }: ControlProps & { options: readonly Option[] }) => {
  const { t } = useTranslation();
  const value = listValue(props.value);
  const tree = useTree(options, value.join(' '));
  const chevronAriaLabels = useChevrons();
  const list = useList(props);
  const text = useTreeText({ place: props.place, shown: '' });
  if (!options.some(({ parentId }) => parentId !== undefined))
    return <ChoicesControl {...props} options={options} />;
  return (
    <TreeSelect
      mode="multiple"
      {...shared(props)}
      {...text}
      data={tree}
      value={value}
      searchable
      clearable
      defaultExpandAll
      {...list}
      nothingFoundMessage={t('form.nothingFound')}
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      chevronAriaLabels={chevronAriaLabels}
      onChange={(ids: string[]) => props.onChange(ids)}
    />
  );
};

/**
 * Categories are sent as the whole path from the root (contract E3, `category_ids`); the user picks its last
 * element.
 */
export const PathsControl = ({ options, ...props }: ControlProps & { options: readonly Option[] }) => {
  const { t } = useTranslation();
  const paths = useMemo(() => pathsById(options), [options]);
  const value = pathsValue(props.value);
  if (options.length === 0)
    return (
      <TagsControl
        {...props}
        hint={t('form.noListPaths')}
        value={value.map((path) => path.join('/'))}
        onTags={(texts) => props.onChange(texts.map((text) => text.split('/').map((id) => id.trim())))}
      />
    );
  const known = new Map(value.map((path) => [path.at(-1) ?? '', path]));
  return (
    <TreesControl
      {...props}
      options={options}
      value={[...known.keys()]}
      onChange={(ids) => props.onChange(listValue(ids).map((id) => wholePath(id, known.get(id), paths)))}
    />
  );
};
