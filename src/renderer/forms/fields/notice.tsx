/** A short message with a background in the colour of its meaning. */
import type { ReactNode } from 'react';
import css from '../forms.module.css';

export const Notice = ({
  tone = 'gray',
  title,
  children,
  live = false,
}: {
  tone?: 'gray' | 'yellow' | 'red' | 'blue';
  title?: string;
  children: ReactNode;
  live?: boolean;
}) => (
  <div className={css.notice} data-tone={tone} {...(live ? { role: 'status' } : {})}>
    {title === undefined ? null : <strong>{title}</strong>}
    {children}
  </div>
);
