import { Checkbox, MultiSelect, Select, TextInput } from '@mantine/core';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { IntentView } from '#shared/contract/outbox-item';
import type { IntentKind } from '#shared/domain/intent';
import { ENUMERATIONS } from '#shared/domain/enumerations';
import { useLookupItems, useUsers } from '../../client/queries';
import { peopleOptions } from '../../format/people';
import { isPlanField, MomentInput } from '../../forms/fields/moment-input';
import { DayInput } from '../../ui/day-input';
import { GrowingTextarea } from '../../ui/growing-textarea';
import {
  canPick,
  type Choice,
  conflictKey,
  type Conflict,
  fieldsOfSide,
  isWhole,
  toCommandValue,
  typeOf,
  valueOf,
} from './merge';
import mergeCss from './merge-form.module.css';
import css from './outbox.module.css';
import { pushColumn } from './sent-fields';
import type { FieldWords } from './use-wording';
import { selectOnClick } from '../../ui/select-on-click';

const SIDES = ['base', 'mine', 'theirs'] as const;

/** The input for a third value, by the kind of the field. */
const OtherValue = ({
  kind,
  field,
  label,
  value,
  hasLines,
  onChange,
  onUnread,
  command,
  textOf,
}: {
  kind: IntentKind;
  field: string;
  label: string;
  value: unknown;
  /** An input of one line would remove the line breaks of its text. */
  hasLines: boolean;
  onChange: (value: unknown) => void;
  /** Called with true if the text of a day or time cannot be read. */
  onUnread: (isUnread: boolean) => void;
  command: { wire: ReturnType<typeof typeOf> };
  /** The text of one value. */
  textOf: (one: string) => string;
}) => {
  const { t, i18n } = useTranslation();
  const column = pushColumn(kind, field);
  const isPerson = column.kind === 'user' || column.kind === 'users';
  const lookup = useLookupItems(column.options).data ?? [];
  const users = useUsers().data ?? [];
  const builtIn = (ENUMERATIONS as Record<string, readonly number[]>)[column.options ?? '']?.map((code) => ({
    value: String(code),
    label: i18n.exists(`enum.${column.options}.${code}`) ? t(`enum.${column.options}.${code}`) : String(code),
  }));
  const named = isPerson ? peopleOptions(users) : lookup;
  const known = builtIn ?? named.map(({ id, name }) => ({ value: id, label: name }));
  // A control shows only values that are among its choices. A former colleague or an old code is not among them.
  const chosen = (Array.isArray(value) ? value : [value ?? '']).map(String);
  const others = chosen.filter((one) => one !== '' && known.every((option) => option.value !== one));
  const options = [...known, ...others.map((one) => ({ value: one, label: textOf(one) || one }))];
  const name = t('outbox.merge.otherValue', { field: label });
  if (column.kind === 'flag')
    return (
      <Checkbox
        size="xs"
        label={label}
        checked={String(value) === '1'}
        onChange={(event) => onChange(event.currentTarget.checked ? 1 : 0)}
      />
    );
  if (column.kind === 'user' || column.kind === 'enum')
    return (
      <Select
        aria-label={name}
        searchable
        {...selectOnClick}
        size="xs"
        data={options}
        value={value === undefined ? null : String(value)}
        onChange={(picked) => onChange(toCommandValue(command.wire, picked))}
      />
    );
  if (column.kind === 'users' || (column.kind === 'idList' && field !== 'category_ids'))
    return (
      <MultiSelect
        aria-label={name}
        searchable
        size="xs"
        data={options}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={onChange}
      />
    );
  const time = value === undefined || value === null ? '' : String(value);
  if (column.kind === 'dateTime')
    return (
      <MomentInput
        aria-label={name}
        isPlan={isPlanField(field)}
        value={time}
        onChange={onChange}
        onUnread={onUnread}
      />
    );
  if (column.kind === 'date')
    return (
      <DayInput
        aria-label={name}
        isPlan={isPlanField(field)}
        value={time.slice(0, 10)}
        onChange={onChange}
        onUnread={onUnread}
      />
    );
  if (hasLines)
    return (
      <GrowingTextarea
        aria-label={name}
        value={value === undefined || value === null ? '' : String(value)}
        minRows={2}
        maxRows={12}
        dir="auto"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <TextInput
      aria-label={name}
      value={value === undefined || value === null ? '' : String(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};

/** Returns false for fields where the user can only choose between the given values. */
const hasOther = (kind: IntentKind, { field }: Conflict): boolean =>
  !['company', 'lead', 'contacts', 'json', 'id'].includes(pushColumn(kind, field).kind) &&
  field !== 'category_ids';

/** Returns true for a field of several lines, or if one of the texts has several. */
const isOfLines = (kind: IntentKind, conflict: Conflict): boolean => {
  const isText = ['text', undefined].includes(typeOf(kind, conflict));
  const texts = SIDES.map((side) => conflict[side]);
  return (
    pushColumn(kind, conflict.field).kind === 'longText' ||
    (isText && texts.some((text) => typeof text === 'string' && text.includes('\n')))
  );
};

interface ChoiceProps {
  conflict: Conflict;
  choice: Choice | undefined;
  onChoose: (choice: Choice) => void;
}

interface RowProps extends ChoiceProps {
  item: IntentView;
  words: FieldWords;
  /** The record as it was read last. */
  now?: Readonly<Record<string, unknown>> | undefined;
  childName: (ref: string) => string;
  /** Called with true while the third value is text that is not a day. It must not change between renders. */
  onUnread: (key: string, isUnread: boolean) => void;
}

const Option = ({
  name,
  title,
  text,
  checked,
  disabled,
  onPick,
}: {
  name: string;
  title: string;
  text: string;
  checked: boolean;
  disabled?: boolean;
  onPick: () => void;
}) => (
  <label className={mergeCss.option} data-checked={checked}>
    <input type="radio" name={name} checked={checked} disabled={disabled === true} onChange={onPick} />
    <span>
      <small>{title}</small>
      <span className="num">{text}</span>
    </span>
  </label>
);

/** The two choices of a conflict about a whole contact or line. */
const WholeChildOptions = ({ conflict, choice, onChoose }: ChoiceProps) => {
  const { t } = useTranslation();
  const key = conflictKey(conflict);
  const removedByMe = conflict.mine === 'removed';
  return (
    <div className={mergeCss.options}>
      <Option
        name={key}
        title={t('document.labelled', {
          label: t('outbox.merge.mine'),
          text: t(removedByMe ? 'outbox.merge.childRemovedByMe' : 'outbox.merge.childEdited'),
        })}
        text={t(removedByMe ? 'outbox.merge.removeAnyway' : 'outbox.merge.addAgain')}
        checked={choice?.pick === 'mine'}
        onPick={() => onChoose({ pick: 'mine' })}
      />
      <Option
        name={key}
        title={t('document.labelled', {
          label: t('outbox.merge.theirs'),
          text: t(removedByMe ? 'outbox.merge.childEditedByThem' : 'outbox.merge.childRemoved'),
        })}
        text={t(removedByMe ? 'outbox.merge.keepTheirs' : 'outbox.merge.leaveRemoved')}
        checked={choice?.pick === 'theirs'}
        onPick={() => onChoose({ pick: 'theirs' })}
      />
    </div>
  );
};

const isList = ({ mine }: Conflict): boolean => Array.isArray(mine);

/** The choice of another value than the two, with an input for it. */
const OtherOption = ({
  item,
  words,
  label,
  conflict,
  choice,
  onChoose,
  onUnread,
}: ChoiceProps & Pick<RowProps, 'item' | 'onUnread' | 'words'> & { label: string }) => {
  const { t } = useTranslation();
  const key = conflictKey(conflict);
  const tellUnread = useCallback((isUnread: boolean) => onUnread(key, isUnread), [key, onUnread]);
  const wire = typeOf(item.kind, conflict);
  const other = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  const isTyped = choice?.pick === 'typed';
  // A click on "another value" is followed by typing; on the choice, the letters would be keys of the app.
  useEffect(() => {
    if (isTyped && pressed.current)
      other.current?.querySelector<HTMLElement>('input:not([type=radio]), textarea')?.focus();
    pressed.current = false;
  }, [isTyped]);
  return (
    <div ref={other} className={mergeCss.other}>
      <label
        className={mergeCss.option}
        data-checked={isTyped}
        onPointerDown={() => {
          pressed.current = true;
        }}
      >
        <input
          type="radio"
          name={key}
          checked={isTyped}
          onChange={() =>
            onChoose({ pick: 'typed', value: valueOf(conflict, choice ?? { pick: 'mine' }, wire) })
          }
        />
        <span>{t('outbox.merge.other')}</span>
      </label>
      {isTyped ? (
        <OtherValue
          kind={item.kind}
          field={conflict.field}
          label={label}
          value={choice.value}
          hasLines={isOfLines(item.kind, conflict)}
          command={{ wire }}
          textOf={(one) => words.value(conflict.field, isList(conflict) ? [one] : one, {})}
          onChange={(value) => onChoose({ pick: 'typed', value })}
          onUnread={tellUnread}
        />
      ) : null}
    </div>
  );
};

/** One conflict: the values to choose from and, for most fields, an input for a third value. */
export const ConflictRow = ({
  item,
  conflict,
  choice,
  words,
  now,
  childName,
  onChoose,
  onUnread,
}: RowProps) => {
  const { t } = useTranslation();
  const key = conflictKey(conflict);
  const wire = typeOf(item.kind, conflict);
  const isContacts = item.kind === 'company' || item.kind === 'lead';
  const ofChild = conflict.child !== undefined;
  const linePart = item.kind === 'receipt' ? 'outbox.merge.wholeAllocation' : 'outbox.merge.wholeLine';
  const who = ofChild
    ? t(isContacts ? 'outbox.merge.wholeContact' : linePart, { name: childName(conflict.child ?? '') })
    : '';
  const label = isWhole(conflict) ? who : words.label(conflict.field, ofChild);
  const show = (side: (typeof SIDES)[number]): string => {
    const textOf = side === 'mine' ? words.sent : words.value;
    const text = textOf(conflict.field, conflict[side], fieldsOfSide(item, side, now));
    return text || t('outbox.changes.empty');
  };
  const choosing = { conflict, choice, onChoose };
  return (
    <fieldset className={mergeCss.conflict}>
      <legend>
        {label}
        {ofChild && !isWhole(conflict) ? <span className={css.faint}> · {who}</span> : null}
      </legend>
      {isWhole(conflict) ? (
        <WholeChildOptions {...choosing} />
      ) : (
        <>
          <div className={mergeCss.options}>
            {SIDES.map((side) => {
              const unknown = side === 'base' && (conflict.base === null || conflict.base === undefined);
              return (
                <Option
                  key={side}
                  name={key}
                  title={t(`outbox.merge.${side}`)}
                  text={unknown ? t('outbox.changes.unknown') : show(side)}
                  disabled={!canPick(conflict, side, wire)}
                  checked={choice?.pick === side}
                  onPick={() => onChoose({ pick: side })}
                />
              );
            })}
          </div>
          {hasOther(item.kind, conflict) ? (
            <OtherOption {...choosing} item={item} words={words} label={label} onUnread={onUnread} />
          ) : null}
        </>
      )}
    </fieldset>
  );
};
