import type { ReactNode } from 'react';
import css from './settings.module.css';

export const Section = ({ title, children }: { title: string; children: ReactNode }) => <section className={css.section}><h2 className={css.sectionTitle}>{title}</h2><div className={css.card}>{children}</div></section>;
export const SettingRow = ({ label, children }: { label: string; children: ReactNode }) => <div className={css.row}><span>{label}</span><div className={css.value}>{children}</div></div>;

export interface TableColumn { key: string; label: string; numeric?: boolean }
/** A small plain table; cells are already in the user's words. */
export const DataTable = ({ columns, rows, empty }: { columns: TableColumn[]; rows: Record<string, ReactNode>[]; empty: string }) =>
  rows.length === 0 ? <p className={css.none}>{empty}</p> : (
    <div className={css.scroll} tabIndex={0} role="group">
      <table className={css.table}>
        <thead><tr>{columns.map(({ key, label, numeric }) => <th key={key} scope="col" {...(numeric ? { 'data-numeric': true } : {})}>{label}</th>)}</tr></thead>
        <tbody>{rows.map((row, index) => <tr key={index}>{columns.map(({ key, numeric }) => <td key={key} {...(typeof row[key] === 'string' ? { title: row[key] } : {})} {...(numeric ? { 'data-numeric': true } : {})}>{row[key]}</td>)}</tr>)}</tbody>
      </table>
    </div>
  );
