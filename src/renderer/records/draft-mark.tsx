import { IconCircleDashed } from '@tabler/icons-react';
import type { Row } from '#shared/contract/records';
import type { FormatContext } from '../format/values';
import css from './draft-mark.module.css';

/** Marks an order that only the CRM's list of drafts has, before its number or name. No sum of money includes it. */
export const DraftMark = ({ row, word }: { row: Pick<Row, 'draft'>; word: FormatContext['word'] }) =>
  row.draft === true ? (
    <span className={css.mark} title={word('common.draft')}>
      <IconCircleDashed size={13} aria-hidden />
      <span className="visually-hidden">{word('common.draft')}</span>
    </span>
  ) : null;
