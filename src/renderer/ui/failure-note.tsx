import type { TFunction } from 'i18next';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '#shared/contract/errors';
import css from './failure-note.module.css';

/** An error name alone is not shown, because the text above it already says more. */
const BARE_NAME = /^\w*(?:Error|Exception)$/;

/** The failures after which Satchel continues by itself, unless they ended what the user asked for. */
const REPEATED = ['rate-limited', 'not-offered', 'disk-read-only', 'disk-full'] as const;

/** Returns the next step after a failure that ended what the user asked for: Satchel does not repeat it. */
export const retryText = (t: TFunction, code: Failure['code']): string => {
  const repeated = REPEATED.find((one) => one === code);
  return repeated === undefined ? t(`errors.${code}.next`) : t(`errors.${repeated}.retry`);
};

/**
 * Shows the text of a failure with the next step, and the facts in small text below. `asked`: the user asked for
 * what failed, and Satchel does not repeat it. Such a note is scrolled into view, because it may be below a long
 * form. The role is "alert": a screen reader announces it although its text is there from the beginning, which is not
 * certain for "status". `children`: what else is known about the failure.
 */
export const FailureNote = ({
  failure,
  asked = false,
  children,
}: {
  failure: Failure;
  asked?: boolean;
  children?: ReactNode;
}) => {
  const { t } = useTranslation();
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (asked) note.current?.scrollIntoView({ block: 'nearest' });
  }, [asked, failure]);
  return (
    <div ref={note} className={css.fault} role="alert">
      <b>{t(`errors.${failure.code}.title`)}</b>
      {asked ? retryText(t, failure.code) : t(`errors.${failure.code}.next`)}
      {failure.detail && !BARE_NAME.test(failure.detail) ? <small>{failure.detail}</small> : null}
      {children}
    </div>
  );
};
