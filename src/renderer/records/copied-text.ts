/**
 * The text of a value that is copied from a list or a panel: what the screen shows, in a form that a spreadsheet
 * can add and sort. Amounts and ids have the digits of the service, and days and times the form of the service.
 * As in an export, times are in the computer's time zone, and amounts without the error of a float.
 */
import type { Column, Row } from '#shared/contract/records';
import { toDecimal, withoutTail } from '#shared/domain/money';
import { isNoDate, serverToLocal } from '#shared/domain/time';
import { displayText, type FormatContext, isNumeric } from '../format/values';

export const copiedText = (column: Column, row: Pick<Row, 'values'>, format: FormatContext): string => {
  const value = row.values[column.key];
  const decimal = isNumeric(column.kind) ? toDecimal(value) : undefined;
  if (decimal !== undefined) return withoutTail(decimal);
  if ((column.kind === 'dateTime' || column.kind === 'date') && typeof value !== 'object')
    return isNoDate(value) ? '' : serverToLocal(String(value), format.offsetMs);
  return displayText(column, value, row.values, format);
};
