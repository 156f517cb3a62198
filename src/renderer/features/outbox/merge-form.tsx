import { Button, Checkbox, MultiSelect, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IntentView } from '#shared/contract/outbox';
import type { Command, IntentKind } from '#shared/domain/intent';
import { ENUMERATIONS } from '#shared/domain/enumerations';
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import { usePreferences } from '../../client/preferences';
import { core } from '../../client/client';
import { useLookupItems, useRecord, useServerOffset, useUsers } from '../../client/queries';
import { ask, queryKeys } from '../../client/query-keys';
import { formatServerText } from '../../format/time';
import { listText } from '../../format/values';
import { sameValue } from './changes';
import { ChangesView } from './changes-view';
import {
  type Choice,
  type Choices,
  conflictKey,
  type Conflict,
  invalidFields,
  isWhole,
  mergedCommand,
  toCommandValue,
  typeOf,
  valueOf,
} from './merge';
import css from './outbox.module.css';
import { useDecision, useRefNames } from '../../client/outbox-queries';
import { pushColumn } from './push-fields';
import { type FieldWords, useFieldWords } from './use-wording';

const SIDES = ['base', 'mine', 'theirs'] as const;

/**
 * Who changed the record last, as far as this computer knows; nothing where what it knows is older than the
 * user's view.
 */
const LastChange = ({ item }: { item: IntentView }) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const offset = useServerOffset();
  const people = new Map(
    useUsers().data?.map(({ id, values }) => [id, String(values.nickname || values.full_name || id)]),
  );
  const ref = { resource: RESOURCE_OF_KIND[item.kind], id: item.realId ?? item.command.target ?? '' };
  // The copy on disk may be older than the difference: ask once, so that who and when can be said.
  useQuery({
    ...ask(queryKeys.theirs(ref.resource, ref.id, item.version), () => core.sync.fetchDetail(ref)),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const { data: record } = useRecord(ref.resource, ref.id);
  const at = record?.values.update_time;
  if (typeof at !== 'string' || at === '' || (item.base?.readAt && at <= item.base.readAt)) return null;
  const by = record?.values.last_edit_user ?? record?.values.update_user_info;
  const named = typeof by === 'object' && by !== null ? (by as Record<string, unknown>) : undefined;
  const who = named ? String(named.nickname ?? '') : people.get(String(by));
  return (
    <p>
      {who
        ? t('outbox.merge.changedBy', { time: formatServerText(at, locale, offset), who })
        : t('outbox.merge.changedAt', { time: formatServerText(at, locale, offset) })}
    </p>
  );
};

/** A third value, in the field's own kind; null where only the given ones make sense. */
const OtherValue = ({
  kind,
  field,
  label,
  value,
  onChange,
  command,
}: {
  kind: IntentKind;
  field: string;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
  command: { wire: ReturnType<typeof typeOf> };
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
  const options = isPerson
    ? users.map(({ id, values }) => ({ value: id, label: String(values.nickname || values.full_name || id) }))
    : (builtIn ?? lookup.map(({ id, name }) => ({ value: id, label: name })));
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
  return (
    <TextInput
      aria-label={name}
      value={value === undefined || value === null ? '' : String(value)}
      onChange={(event) =>
        onChange(
          command.wire === 'int' && /^-?\d+$/.test(event.currentTarget.value)
            ? Number(event.currentTarget.value)
            : event.currentTarget.value,
        )
      }
    />
  );
};
const hasOther = (kind: IntentKind, { field }: Conflict): boolean =>
  !['company', 'lead', 'json', 'id'].includes(pushColumn(kind, field).kind) && field !== 'category_ids';

interface RowProps {
  item: IntentView;
  conflict: Conflict;
  choice: Choice | undefined;
  words: FieldWords;
  childName: (ref: string) => string;
  onChoose: (choice: Choice) => void;
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
  <label className={css.option} data-checked={checked}>
    <input type="radio" name={name} checked={checked} disabled={disabled === true} onChange={onPick} />
    <span>
      <small>{title}</small>
      <span className="num">{text}</span>
    </span>
  </label>
);

const ConflictRow = ({ item, conflict, choice, words, childName, onChoose }: RowProps) => {
  const { t } = useTranslation();
  const key = conflictKey(conflict);
  const wire = typeOf(item.kind, conflict);
  const isContacts = item.kind === 'company' || item.kind === 'lead';
  const ofChild = conflict.child !== undefined;
  const who = ofChild
    ? t(isContacts ? 'outbox.merge.wholeContact' : 'outbox.merge.wholeLine', {
        name: childName(conflict.child ?? ''),
      })
    : '';
  const label = isWhole(conflict) ? who : words.label(conflict.field, ofChild);
  const show = (value: unknown): string =>
    words.value(conflict.field, value, { ...item.base?.fields, ...item.command.fields }) ||
    t('outbox.changes.empty');
  const removedByMe = conflict.mine === 'removed';
  return (
    <fieldset className={css.conflict}>
      <legend>
        {label}
        {ofChild && !isWhole(conflict) ? <span className={css.faint}> · {who}</span> : null}
      </legend>
      {isWhole(conflict) ? (
        <div className={css.options}>
          <Option
            name={key}
            title={`${t('outbox.merge.mine')}: ${t(removedByMe ? 'outbox.merge.childRemovedByMe' : 'outbox.merge.childEdited')}`}
            text={t(removedByMe ? 'outbox.merge.removeAnyway' : 'outbox.merge.addAgain')}
            checked={choice?.pick === 'mine'}
            onPick={() => onChoose({ pick: 'mine' })}
          />
          <Option
            name={key}
            title={`${t('outbox.merge.theirs')}: ${t(removedByMe ? 'outbox.merge.childEditedByThem' : 'outbox.merge.childRemoved')}`}
            text={t(removedByMe ? 'outbox.merge.keepTheirs' : 'outbox.merge.leaveRemoved')}
            checked={choice?.pick === 'theirs'}
            onPick={() => onChoose({ pick: 'theirs' })}
          />
        </div>
      ) : (
        <>
          <div className={css.options}>
            {SIDES.map((side) => {
              const unknown = side === 'base' && (conflict.base === null || conflict.base === undefined);
              return (
                <Option
                  key={side}
                  name={key}
                  title={t(`outbox.merge.${side}`)}
                  text={unknown ? t('outbox.changes.unknown') : show(conflict[side])}
                  disabled={unknown}
                  checked={choice?.pick === side}
                  onPick={() => onChoose({ pick: side })}
                />
              );
            })}
          </div>
          {hasOther(item.kind, conflict) ? (
            <div className={css.other}>
              <label className={css.option} data-checked={choice?.pick === 'typed'}>
                <input
                  type="radio"
                  name={key}
                  checked={choice?.pick === 'typed'}
                  onChange={() =>
                    onChoose({ pick: 'typed', value: valueOf(conflict, choice ?? { pick: 'mine' }, wire) })
                  }
                />
                <span>{t('outbox.merge.other')}</span>
              </label>
              {choice?.pick === 'typed' ? (
                <OtherValue
                  kind={item.kind}
                  field={conflict.field}
                  label={label}
                  value={choice.value}
                  command={{ wire }}
                  onChange={(value) => onChoose({ pick: 'typed', value })}
                />
              ) : null}
            </div>
          ) : null}
        </>
      )}
    </fieldset>
  );
};

/** Mine, theirs, before and what shall stand, field by field; nothing is chosen for the user. */
export const MergeForm = ({ item }: { item: IntentView }) => {
  const { t, i18n } = useTranslation();
  const command = item.command;
  const words = useFieldWords(item.kind, useRefNames([command]));
  const [choices, setChoices] = useState<Choices>({});
  const submit = useDecision((merged: NonNullable<ReturnType<typeof mergedCommand>>, operationId) =>
    core.outbox.edit({ id: item.id, command: merged.command, base: merged.base, operationId }),
  );
  const undecided = item.conflicts.filter((conflict) => !(conflictKey(conflict) in choices)).length;
  const merged = mergedCommand(item, choices, () => `local:${crypto.randomUUID()}`);
  const invalid = merged ? invalidFields(merged.command) : [];
  const all = (pick: 'mine' | 'theirs') =>
    setChoices(Object.fromEntries(item.conflicts.map((conflict) => [conflictKey(conflict), { pick }])));
  const childName = (ref: string): string => {
    const fields: Record<string, unknown> = {
      ...item.base?.children.find((one) => one.ref === ref)?.fields,
      ...command.children.find((one) => one.ref === ref)?.fields,
    };
    return String(fields.name || fields.email || fields.product_id || '');
  };
  const inConflict = new Set(item.conflicts.map(conflictKey));
  const rest: Command = {
    ...command,
    fields: Object.fromEntries(Object.entries(command.fields).filter(([key]) => !inConflict.has(`/${key}`))),
    children: command.children.flatMap((child) =>
      inConflict.has(`${child.ref}/*`)
        ? []
        : [
            {
              ...child,
              fields: Object.fromEntries(
                Object.entries(child.fields).filter(([key]) => !inConflict.has(`${child.ref}/${key}`)),
              ),
            },
          ],
    ),
  };
  const restGoes =
    Object.entries(rest.fields).some(([key, value]) => !sameValue(item.base?.fields[key], value)) ||
    rest.children.some((child) => child.remove || Object.keys(child.fields).length > 0);
  const invalidText = listText(
    invalid.map((key) => words.label(key, !(key in command.fields))),
    i18n.language,
  );
  const issues = submit.data?.ok === false ? submit.data.issues : [];
  return (
    <section className={css.section}>
      <h3 className={css.sectionTitle}>{t('outbox.merge.title')}</h3>
      <div className={css.mergeText}>
        <p>{t('outbox.merge.text')}</p>
        <LastChange item={item} />
      </div>
      <div className={css.mergeAll}>
        <Button variant="default" onClick={() => all('mine')}>
          {t('outbox.merge.allMine')}
        </Button>
        <Button variant="default" onClick={() => all('theirs')}>
          {t('outbox.merge.allTheirs')}
        </Button>
      </div>
      {item.conflicts.map((conflict) => {
        const key = conflictKey(conflict);
        return (
          <ConflictRow
            key={key}
            item={item}
            conflict={conflict}
            choice={choices[key]}
            words={words}
            childName={childName}
            onChoose={(choice) => setChoices((now) => ({ ...now, [key]: choice }))}
          />
        );
      })}
      {restGoes ? <ChangesView command={rest} base={item.base} title={t('outbox.merge.alsoGoes')} /> : null}
      <div className={css.mergeFoot}>
        <Button
          disabled={!merged || invalid.length > 0 || submit.isPending}
          onClick={() => {
            if (merged) submit.mutate(merged);
          }}
        >
          {t('outbox.merge.submit')}
        </Button>
        <span role="status" className={css.faint}>
          {undecided > 0
            ? t('outbox.merge.undecided', { count: undecided })
            : invalid.length > 0
              ? t('outbox.merge.invalid', { fields: invalidText })
              : ''}
        </span>
        {submit.data?.ok === false ? (
          <p className={css.caution} role="alert">
            {t(submit.data.code === 'invalid' ? 'outbox.act.invalid' : 'outbox.act.failed')}
            {issues.length > 0
              ? ` (${listText(
                  issues.map(({ path }) => words.label(String(path.at(-1)), path[0] === 'children')),
                  i18n.language,
                )})`
              : ''}
          </p>
        ) : null}
      </div>
    </section>
  );
};
