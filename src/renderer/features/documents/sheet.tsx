/** The parts every printed page is made of. Names and texts take the direction of their own script (`dir="auto"`). */
import type { ReactNode } from 'react';
import type { Account } from '#shared/contract/accounts';
import type { Language } from '../../app/preferences';
import type { FormatContext } from '../../format/values';
import type { DocumentColumn, DocumentLine, LabelledText } from './document-model';
import css from './document.module.css';

export const Sheet = ({ account, language, title, subtitle, landscape = false, children }: { account: Account; language: Language; title: string; subtitle: string; landscape?: boolean; children: ReactNode }) => (
  <article className={css.sheet} lang={language} data-landscape={landscape}>
    <header className={css.head}>
      <div className={css.seller}><b dir="auto">{account.name}</b></div>
      <div className={css.title}><h2>{title}</h2><span dir="auto">{subtitle}</span></div>
    </header>
    {children}
  </article>
);

export const Facts = ({ entries, className = css.facts ?? '' }: { entries: readonly LabelledText[]; className?: string }) => (
  <dl className={className}>{entries.map(({ label, text }) => <Fact key={label} label={label} text={text} />)}</dl>
);
const Fact = ({ label, text }: LabelledText) => <><dt>{label}</dt><dd dir="auto">{text}</dd></>;

/** A table whose head stands on every page. `notes` are second lines under a row's widest text. */
export const SheetTable = ({ columns, lines, notes = [], noteKey = '', foot }: { columns: readonly DocumentColumn[]; lines: readonly DocumentLine[]; notes?: readonly string[]; noteKey?: string; foot?: ReactNode }) => (
  <table className={css.table}>
    <thead><tr>{columns.map(({ key, label, numeric }) => <th key={key} scope="col" data-key={key} data-numeric={numeric}>{label}</th>)}</tr></thead>
    <tbody>
      {lines.map((line, index) => (
        <tr key={index}>
          {columns.map(({ key, numeric }) => (
            <td key={key} data-key={key} data-numeric={numeric}>
              <span dir="auto">{line[key]}</span>
              {key === noteKey && (notes[index] ?? '') !== '' ? <span className={css.note} dir="auto">{notes[index]}</span> : null}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
    {foot === undefined ? null : <tfoot>{foot}</tfoot>}
  </table>
);

export const SheetFoot = ({ account, asOf, word }: { account: Account; asOf: string; word: FormatContext['word'] }) => (
  <footer className={css.foot}>{[asOf === '' ? '' : word('document.asOf', { time: asOf }), account.selfName === null ? '' : word('document.printedBy', { name: account.selfName })].filter(Boolean).join(' · ')}</footer>
);
