import { ActionIcon } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResourceName } from '#shared/domain/resources';
import { isCovered, letterOf } from '../../ui/screen-keys';
import css from './list.module.css';

/** Keys that come faster than this are searched for together, after the last one. */
const BURST_MS = 60;

/**
 * Searches one list while the user types. It does not search while an input method composes, because an
 * incomplete syllable finds nothing. The field is a plain one, as in the palette: the library's would
 * double what the screen loads of it.
 */
export const ListSearch = ({
  resource,
  value,
  onChange,
  onDone,
}: {
  resource: ResourceName;
  value: string;
  onChange: (text: string) => void;
  onDone: () => void;
}) => {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const composing = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const typedAt = useRef(-BURST_MS);
  useEffect(() => {
    if (!composing.current && document.activeElement !== input.current) setText(value);
  }, [value]);
  // The next screen has another list.
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const typing =
        event.target instanceof HTMLElement &&
        (event.target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName));
      const wanted =
        ((event.ctrlKey || event.metaKey) && letterOf(event) === 'f') || (event.key === '/' && !typing);
      if (!wanted || event.isComposing || isCovered()) return;
      event.preventDefault();
      input.current?.select();
      input.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  const searchFor = (next: string): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    onChange(next.trim());
  };
  const change = (next: string): void => {
    setText(next);
    clearTimeout(timer.current);
    const isBurst = performance.now() - typedAt.current < BURST_MS;
    typedAt.current = performance.now();
    timer.current = composing.current ? undefined : setTimeout(() => searchFor(next), isBurst ? BURST_MS : 0);
  };
  /** The next key is already for the list of this text. */
  const done = (): void => {
    if (timer.current !== undefined) searchFor(text);
    onDone();
  };
  const what = t(`list.what.${resource}`);
  return (
    <div className={css.search}>
      <IconSearch size={14} />
      <input
        ref={input}
        placeholder={t('list.searchPlaceholder', { what })}
        aria-label={t('list.searchPlaceholder', { what })}
        value={text}
        maxLength={200}
        onChange={(event) => change(event.currentTarget.value)}
        onCompositionStart={() => {
          composing.current = true;
        }}
        onCompositionEnd={(event) => {
          composing.current = false;
          change(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape' && text !== '') change('');
          else if (event.key === 'ArrowDown' || event.key === 'Enter' || event.key === 'Escape') done();
        }}
      />
      {text === '' ? null : (
        <ActionIcon
          size={18}
          aria-label={t('common.clear')}
          onClick={() => {
            change('');
            input.current?.focus();
          }}
        >
          <IconX size={12} />
        </ActionIcon>
      )}
    </div>
  );
};
