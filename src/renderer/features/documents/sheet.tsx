/** The parts of every printed page. Names and texts have the direction of their own script (`dir="auto"`). */
import { createContext, type ReactNode, use, useEffect } from 'react';
import type { Account } from '#shared/contract/accounts';
import type { Language } from '../../client/languages';
import type { FormatContext } from '../../format/values';
import type { DocumentColumn, DocumentLine, LabelledText } from './document-model';
import css from './document.module.css';

/** A function that is called with whether the document is complete. Nothing is printed before that. */
export const PaperContext = createContext<(whole: boolean) => void>(() => undefined);
/** Reports to the preview whether the content is complete (`whole`). */
export const usePaper = (whole: boolean): void => {
  const say = use(PaperContext);
  useEffect(() => {
    say(whole);
    return () => say(false);
  }, [say, whole]);
};

export const Sheet = ({
  account,
  language,
  title,
  subtitle,
  landscape = false,
  children,
}: {
  account: Account;
  language: Language;
  title: string;
  subtitle: string;
  landscape?: boolean;
  children: ReactNode;
}) => (
  <article className={css.sheet} lang={language} data-landscape={landscape}>
    <header className={css.head}>
      <div className={css.seller}>
        <b dir="auto">{account.name}</b>
      </div>
      <div className={css.title}>
        <h2>{title}</h2>
        <span dir="auto">{subtitle}</span>
      </div>
    </header>
    {children}
  </article>
);

const WIDTHS = [64, 48, 72, 56, 40, 68, 52, 60];
/** Grey bars in place of the lines of a table that is loading. */
export const SheetTableSkeleton = ({ columns }: { columns: readonly DocumentColumn[] }) => (
  <table className={`${css.table} ${css.coming}`} aria-hidden>
    <thead>
      <tr>
        {columns.map(({ key, label, numeric }) => (
          <th key={key} scope="col" data-numeric={numeric}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {WIDTHS.map((_, line) => (
        <tr key={line} style={{ opacity: 1 - line / WIDTHS.length }}>
          {columns.map(({ key }, at) => (
            <td key={key}>
              <i style={{ width: `${WIDTHS[(line + at * 3) % WIDTHS.length]}%` }} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** A placeholder sheet while the record is read. */
export const SheetSkeleton = () => (
  <article className={css.sheet} aria-busy>
    <div className={css.coming} aria-hidden>
      <header className={css.head}>
        <i style={{ width: '22%' }} />
        <i style={{ width: '30%' }} />
      </header>
      {WIDTHS.map((width, line) => (
        <p key={line} style={{ opacity: 1 - line / WIDTHS.length }}>
          <i style={{ width: `${width}%` }} />
        </p>
      ))}
    </div>
  </article>
);

export const Facts = ({
  entries,
  className = css.facts ?? '',
}: {
  entries: readonly LabelledText[];
  className?: string;
}) => (
  <dl className={className}>
    {entries.map(({ label, text }) => (
      <Fact key={label} label={label} text={text} />
    ))}
  </dl>
);
const Fact = ({ label, text }: LabelledText) => (
  <>
    <dt>{label}</dt>
    <dd dir="auto">{text}</dd>
  </>
);

/**
 * A table whose head is repeated on every page. `notes` are second lines in the cell of the column `noteKey`.
 */
export const SheetTable = ({
  columns,
  lines,
  notes = [],
  noteKey = '',
  foot,
}: {
  columns: readonly DocumentColumn[];
  lines: readonly DocumentLine[];
  notes?: readonly string[];
  noteKey?: string;
  foot?: ReactNode;
}) => (
  <table className={css.table}>
    <thead>
      <tr>
        {columns.map(({ key, label, numeric }) => (
          <th key={key} scope="col" data-key={key} data-numeric={numeric}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {lines.map((line, index) => (
        <tr key={index}>
          {columns.map(({ key, numeric, wrap }) => (
            <td key={key} data-key={key} data-numeric={numeric} data-wrap={wrap}>
              <span dir="auto">{line[key]}</span>
              {key === noteKey && (notes[index] ?? '') !== '' ? (
                <span className={css.note} dir="auto">
                  {notes[index]}
                </span>
              ) : null}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
    {foot === undefined ? null : <tfoot>{foot}</tfoot>}
  </table>
);

export const SheetFoot = ({
  account,
  asOf,
  word,
}: {
  account: Account;
  /** Says when the data was read; may be empty. */
  asOf: string;
  word: FormatContext['word'];
}) => (
  <footer className={css.foot}>
    {[asOf, account.selfName === null ? '' : word('document.printedBy', { name: account.selfName })]
      .filter(Boolean)
      .join(' · ')}
  </footer>
);
