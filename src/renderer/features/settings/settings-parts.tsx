import type { ReactNode } from 'react';
import css from './settings.module.css';

export const Section = ({
  title,
  action,
  note,
  children,
}: {
  title: string;
  action?: ReactNode;
  note?: ReactNode;
  children: ReactNode;
}) => (
  <section className={css.section}>
    <div className={css.sectionHead}>
      <h2 className={css.sectionTitle}>{title}</h2>
      {action}
    </div>
    <div className={css.card}>{children}</div>
    {note === undefined ? null : <p className={css.note}>{note}</p>}
  </section>
);
/** `labelId`: the id of the label, for a control that has a name of its own. */
export const SettingRow = ({
  label,
  labelId,
  children,
}: {
  label: string;
  labelId?: string;
  children: ReactNode;
}) => (
  <div className={css.row}>
    <span id={labelId}>{label}</span>
    <div className={css.value}>{children}</div>
  </div>
);

export interface TableColumn {
  key: string;
  label: string;
  numeric?: boolean;
}
/** A small table; its cells contain finished texts. `tall` shows all rows without its own scroll bar. */
export const DataTable = ({
  columns,
  rows,
  empty,
  tall = false,
}: {
  columns: TableColumn[];
  rows: Record<string, ReactNode>[];
  empty: string;
  tall?: boolean;
}) =>
  rows.length === 0 ? (
    <p className={css.none}>{empty}</p>
  ) : (
    <div className={css.scroll} tabIndex={0} role="group" {...(tall ? { 'data-tall': true } : {})}>
      <table className={css.table}>
        <thead>
          <tr>
            {columns.map(({ key, label, numeric }) =>
              label === '' ? (
                <td key={key} className={css.blank} />
              ) : (
                <th key={key} scope="col" {...(numeric ? { 'data-numeric': true } : {})}>
                  {label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map(({ key, numeric }) => (
                <td
                  key={key}
                  {...(typeof row[key] === 'string' ? { title: row[key] } : {})}
                  {...(numeric ? { 'data-numeric': true } : {})}
                >
                  {row[key]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
