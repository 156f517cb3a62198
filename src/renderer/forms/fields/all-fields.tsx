/**
 * All fields beyond the short form, in searchable groups that open on demand; a field with an issue opens its
 * group.
 */
import { Button, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useForm } from '../session/form-context';
import { FormField, useFieldWords } from './form-field';
import { FORM_SPECS, shownFields } from '../session/form-specs';
import { isBlank } from '../session/form-values';
import css from '../forms.module.css';
import { useOpenGroup } from './open-group';
import { OwnGroup, RequiredOwnFields, useFurtherOwnFields } from './own-fields';

const SEARCHED_FROM = 10;

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
  const own = useFurtherOwnFields();
  const words = useFieldWords(kind);
  const filled = useForm(({ values }) => all.filter((name) => !isBlank(values.fields[name])).length);
  const bad = useForm(({ issues, form }) =>
    Object.keys(issues).some((place) => {
      const name = place.startsWith('fields.') ? place.slice('fields.'.length) : null;
      if (name === null) return false;
      // A required custom field is always visible on a new record.
      const isOwn = !(name in spec.fields);
      return all.includes(name) || (isOwn && !(form.target === null && form.asked.required.includes(name)));
    }),
  );
  const [open, setOpen] = useOpenGroup(bad);
  const [query, setQuery] = useState('');
  const needle = query.trim().toLowerCase();
  const matches = (name: string): boolean =>
    needle === '' || words.label({ name }).toLowerCase().includes(needle) || name.includes(needle);
  const shown = groups
    .map(({ group, keys }) => ({ group, keys: keys.filter(matches) }))
    .filter(({ keys }) => keys.length > 0);
  const ownShown = own.filter(({ name }) => needle === '' || name.toLowerCase().includes(needle));
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
            onChange={(event) => setQuery(event.currentTarget.value)}
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
          {needle === '' ? children : null}
        </>
      ) : null}
    </section>
  );
};
