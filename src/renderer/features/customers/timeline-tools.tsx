/** The tools of a timeline: a search while the user types, and filters by kind and person. */
import { CloseButton, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimelineSubject } from '#shared/contract/timeline';
import { TIMELINE_KINDS, type TimelineKind } from '#shared/domain/timeline-kinds';
import { formatNumber } from '../../format/decimal';
import { useFormat } from '../../format/use-format';
import { focusShown } from '../../ui/give-focus';
import { useFigures } from './customer-queries';
import css from './timeline.module.css';
import { selectOnClick } from '../../ui/select-on-click';

const TYPED_AFTER_MS = 180;

interface ToolsProps {
  subject: TimelineSubject;
  kinds: readonly TimelineKind[];
  person: string | null;
  text: string;
  /** Gives the focus to the search when it is first shown. */
  takesFocus: boolean;
  onKinds: (kinds: TimelineKind[]) => void;
  onPerson: (person: string | null) => void;
  onText: (text: string) => void;
}

export const TimelineTools = ({
  subject,
  kinds,
  person,
  text,
  takesFocus,
  onKinds,
  onPerson,
  onText,
}: ToolsProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useFigures(subject);
  const [typed, setTyped] = useState(text);
  const composing = useRef(false);
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) focusShown(search.current);
  }, [takesFocus]);
  useEffect(() => {
    if (composing.current || typed === text) return;
    const timer = setTimeout(() => onText(typed.trim()), TYPED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed, text, onText]);
  const countOf = (kind: TimelineKind): number =>
    kind === 'edit' ? (data?.pending ?? 0) : (data?.kinds.find((entry) => entry.kind === kind)?.count ?? 0);
  const shown = TIMELINE_KINDS.filter((kind) => countOf(kind) > 0 || kinds.includes(kind));
  const toggle = (kind: TimelineKind): void =>
    onKinds(kinds.includes(kind) ? kinds.filter((other) => other !== kind) : [...kinds, kind]);
  const people = (data?.people ?? []).map(({ id, name, count }) => ({
    value: id,
    label: `${format.userName(id) ?? name ?? id} (${formatNumber(count, format.locale)})`,
  }));
  return (
    <div className={css.tools}>
      <TextInput
        ref={search}
        className={css.search ?? ''}
        leftSection={<IconSearch size={14} />}
        placeholder={t('customer.search')}
        aria-label={t('customer.search')}
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onCompositionStart={() => {
          composing.current = true;
        }}
        onCompositionEnd={(event) => {
          composing.current = false;
          onText(event.currentTarget.value.trim());
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && typed !== '') {
            event.stopPropagation();
            setTyped('');
            onText('');
          }
        }}
        rightSection={
          typed === '' ? null : (
            <CloseButton
              size={18}
              iconSize={12}
              aria-label={t('common.clear')}
              onClick={() => {
                setTyped('');
                onText('');
              }}
            />
          )
        }
      />
      <div className={css.chips} role="group" aria-label={t('customer.kinds')}>
        {shown.length < 2 && kinds.length === 0
          ? null
          : shown.map((kind) => (
              <button
                key={kind}
                type="button"
                className={css.chip}
                aria-pressed={kinds.includes(kind)}
                onClick={() => toggle(kind)}
              >
                {t(`customer.kindOf.${kind}`)}{' '}
                <i className="num">{formatNumber(countOf(kind), format.locale)}</i>
              </button>
            ))}
      </div>
      <Select
        className={css.person ?? ''}
        aria-label={t('customer.personLabel')}
        placeholder={t('customer.person')}
        data={people}
        value={person}
        onChange={onPerson}
        searchable
        {...selectOnClick}
        clearable
        comboboxProps={{ width: 220, position: 'bottom-end' }}
      />
    </div>
  );
};
