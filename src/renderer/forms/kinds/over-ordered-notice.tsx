/** What is invoiced beyond the ordered quantities, with both figures of each line, and the question before a save. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { sumDecimals } from '#shared/domain/money';
import { usePreferences } from '../../client/preferences';
import { formatNumber } from '../../format/decimal';
import css from '../forms.module.css';
import { Notice } from '../fields/notice';
import type { OverOrdered } from './order-lines';

/** Each line with the ordered and the invoiced quantity. */
export const OverOrderedLines = ({ lines }: { lines: readonly OverOrdered[] }) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  return (
    <ul className={css.duplicates}>
      {lines.map(({ ref, product, ordered, before, now }) => (
        <li key={`${ref ?? ''} ${product} ${ordered} ${before}`} className="num">
          {t('form.overOrdered.line', {
            product,
            ordered: formatNumber(ordered, locale),
            invoiced: formatNumber(sumDecimals([before, now]), locale),
          })}
        </li>
      ))}
    </ul>
  );
};

/** Asks for confirmation before the form is saved. */
export const OverOrderedNotice = ({
  lines,
  onChange,
  onSave,
}: {
  lines: readonly OverOrdered[];
  onChange: () => void;
  onSave: () => void;
}) => {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <Notice tone="yellow" title={t('form.overOrdered.title')}>
        <OverOrderedLines lines={lines} />
        <div className={css.footRow}>
          <span className={css.grow} />
          <Button variant="default" size="xs" onClick={onChange}>
            {t('form.overOrdered.change')}
          </Button>
          <Button size="xs" onClick={onSave}>
            {t('form.overOrdered.save')}
          </Button>
        </div>
      </Notice>
    </div>
  );
};
