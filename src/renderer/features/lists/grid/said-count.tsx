import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../../client/preferences';
import { formatNumber } from '../../../format/decimal';

/**
 * Tells a screen reader how many records a view has: once for each view, because the number changes with every page
 * that is copied. `place` names the view; `total` is undefined until it is known for this view.
 */
export const SaidCount = ({ place, total }: { place: string; total: number | undefined }) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const [said, setSaid] = useState<{ place: string; total: number }>();
  if (total !== undefined && said?.place !== place) setSaid({ place, total });
  return (
    <span role="status" className="visually-hidden">
      {said === undefined
        ? ''
        : t('lists.records', { count: said.total, formatted: formatNumber(said.total, locale) })}
    </span>
  );
};
