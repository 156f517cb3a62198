import type { Tone } from '../format/tone';
import css from './pill.module.css';

/** The name of a state with a dot in its colour; `soft` adds a background, for places outside dense grids. */
export const Pill = ({ tone, soft = false, children }: { tone: Tone; soft?: boolean; children: string }) => (
  <span className={`${css.pill} ${css[tone]} ${soft ? css.soft : ''}`}>
    <span>{children}</span>
  </span>
);
