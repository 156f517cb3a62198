import type { Tone } from '../format/tone';
import css from './pill.module.css';

/** A state by name, with a dot of its tone; `soft` adds a ground, for places that are not a dense grid. */
export const Pill = ({ tone, soft = false, children }: { tone: Tone; soft?: boolean; children: string }) => (
  <span className={`${css.pill} ${css[tone]} ${soft ? css.soft : ''}`}>
    <span>{children}</span>
  </span>
);
