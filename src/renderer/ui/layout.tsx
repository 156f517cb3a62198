import type { ReactNode } from 'react';
import css from './ui.module.css';

/** A grey placeholder for text that is loading. */
export const Skeleton = ({ width, height }: { width: number | string; height?: number }) => (
  <span className={css.skeleton} style={{ width, ...(height === undefined ? {} : { height }) }} />
);

export const EmptyState = ({
  icon,
  title,
  hint,
  action,
}: {
  icon?: ReactNode;
  title: string;
  hint?: string;
  action?: ReactNode;
}) => (
  <div className={css.empty}>
    {icon === undefined ? null : <div className={css.emptyIcon}>{icon}</div>}
    <div className={css.emptyTitle}>{title}</div>
    {hint === undefined ? null : <div className={css.emptyHint}>{hint}</div>}
    {action === undefined ? null : <div className={css.emptyAction}>{action}</div>}
  </div>
);

/**
 * The header of every screen: title and count at the left, tools at the right. Beside tabs the count is
 * hidden, because it would seem to belong to the last tab; screen readers still read it. `isCountLive`: each new count
 * is announced; false for a count that changes with every page that is copied.
 */
export const PageHeader = ({
  title,
  count,
  countShown = true,
  isCountLive = true,
  leading,
  children,
}: {
  title?: string;
  count?: string | undefined;
  countShown?: boolean;
  isCountLive?: boolean;
  leading?: ReactNode;
  children?: ReactNode;
}) => (
  <header className={css.header}>
    {title === undefined ? null : <h1 className={css.title}>{title}</h1>}
    {leading}
    <span
      className={countShown ? css.count : 'visually-hidden'}
      {...(isCountLive ? { 'aria-live': 'polite' as const } : {})}
    >
      {count}
    </span>
    <div className={css.grow} />
    {children}
  </header>
);

export const Kbd = ({ children }: { children: string }) => <kbd className={css.kbd}>{children}</kbd>;

/** ⌘ on a Mac, Ctrl elsewhere. */
export const MOD_KEY = /mac/i.test(navigator.userAgent) ? '⌘' : 'Ctrl';
