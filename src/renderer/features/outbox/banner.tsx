import type { ReactNode } from 'react';
import css from './banner.module.css';

/** One line above the outbox about the whole outbox, with a button that resolves the problem. */
export const Banner = ({
  tone,
  title,
  hint,
  children,
}: {
  tone: 'warn' | 'plain';
  title: string;
  hint?: string;
  children?: ReactNode;
}) => (
  <div className={css.banner} data-tone={tone} role="status">
    <span>
      <b>{title}</b> {hint === undefined ? null : <span>{hint}</span>}
    </span>
    <div className={css.bannerActions}>{children}</div>
  </div>
);
