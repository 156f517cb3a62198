/**
 * All fields beyond the short form, in searchable groups that open on demand. A field with an issue opens its group,
 * and is shown whatever the user searches for; it stays until the search changes, because its first key removes the
 * issue.
 */
import { Button, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useForm } from '../session/form-context';
import { FormField, useFieldWords } from './form-field';
import { FORM_SPECS, shownFields } from '../values/form-specs';
import type { FormState } from '../session/form-store';
import { isBlank } from '../values/form-values';
import css from '../forms.module.css';
import { useOpenGroup } from './open-group';
import { OwnGroup, RequiredOwnFields, useFurtherOwnFields } from './own-fields';

const SEARCHED_FROM = 10;
/** Stands for all issues of the contacts or lines that a form shows among its fields. */
const CHILDREN = '(children)';

/** Returns the fields with an issue that are shown here, or further down among the contacts or lines. */
const markedIn = ({ issues, form, values }: FormState, all: readonly string[]): string[] => {
  const isHere = (name: string): boolean => {
    if (name in FORM_SPECS[form.kind].fields) return all.includes(name);
    // A required custom field is always visible on a new record.
    return !(form.target === null && form.asked.required.includes(name));
  };
  const isOfChild = (place: string): boolean =>
    values.children.some(({ ref }) => place.startsWith(`${ref}.`));
  const names = Object.keys(issues).flatMap((place) => {
    if (isOfChild(place)) return [CHILDREN];
    const name = place.startsWith('fields.') ? place.slice('fields.'.length) : null;
    return name !== null && isHere(name) ? [name] : [];
  });
  return [...new Set(names)];
};

export const AllFields = ({
  children,
  leading,
}: {
  children?: React.ReactNode;
  leading?: React.ReactNode;
}) => {
  const { t } = useTranslation();
  const { kind, target } = useForm(({ form }) => form);
  const spec = FORM_SPECS[kind];
  const groups = Object.entries(spec.groups).map(([group, keys]) => ({
    group,
    keys: shownFields(spec, keys, target !== null),
  }));
  const all = groups.flatMap(({ keys }) => keys);
  const hasChildren = Boolean(children);
  const own = useFurtherOwnFields();
  const words = useFieldWords(kind);
  const filled = useForm(({ values }) => all.filter((name) => !isBlank(values.fields[name])).length);
  const marked = useForm((state) => markedIn(state, all).join(' '))
    .split(' ')
    .filter((name) => name !== '' && (name !== CHILDREN || hasChildren));
  const [open, setOpen] = useOpenGroup(marked.length > 0);
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<readonly string[]>([]);
  const newlyMarked = marked.filter((name) => !found.includes(name));
  if (newlyMarked.length > 0) setFound([...found, ...newlyMarked]);
  const needle = query.trim().toLowerCase();
  const isShown = (name: string, ...texts: string[]): boolean =>
    needle === '' || found.includes(name) || texts.some((text) => text.toLowerCase().includes(needle));
  const shown = groups
    .map(({ group, keys }) => ({
      group,
      keys: keys.filter((name) => isShown(name, name, words.label({ name }))),
    }))
    .filter(({ keys }) => keys.length > 0);
  const ownShown = own.filter(({ id, name }) => isShown(id, name));
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <section className={css.section}>
      <RequiredOwnFields />
      <div className={css.allHead}>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<Chevron size={15} />}
          aria-expanded={open}
          onClick={() => {
            setOpen(!open);
            setQuery('');
          }}
        >
          {t('form.allFields', { count: all.length + own.length })}
        </Button>
        {!open && filled > 0 ? <span className={css.note}>{t('form.filled', { count: filled })}</span> : null}
        {open && all.length + own.length >= SEARCHED_FROM ? (
          <TextInput
            className={css.allSearch ?? ''}
            size="xs"
            leftSection={<IconSearch size={13} />}
            placeholder={t('form.findField')}
            aria-label={t('form.findField')}
            value={query}
            onChange={(event) => {
              setQuery(event.currentTarget.value);
              setFound([]);
            }}
          />
        ) : null}
      </div>
      {open ? (
        <>
          {leading}
          {shown.map(({ group, keys }) => (
            <div key={group}>
              <h3 className={css.groupTitle}>{t(`form.group.${group}`)}</h3>
              <div className={css.grid}>
                {keys.map((name) => (
                  <FormField key={name} name={name} />
                ))}
              </div>
            </div>
          ))}
          <OwnGroup fields={ownShown} />
          {shown.length + ownShown.length === 0 ? <p className={css.note}>{t('form.nothingFound')}</p> : null}
          {isShown(CHILDREN) ? children : null}
        </>
      ) : null}
    </section>
  );
};
