import { useTranslation } from 'react-i18next';
import { Skeleton } from './layout';
import css from './not-read.module.css';

/** Stands for lines that are being read. */
export const LinesLoading = ({ lines = 4 }: { lines?: number }) => (
  <div className={css.lines} aria-hidden>
    {Array.from({ length: lines }, (_, at) => (
      <div key={at}>
        <Skeleton width={`${45 + ((at * 17) % 35)}%`} />
        <Skeleton width={`${25 + ((at * 11) % 30)}%`} />
      </div>
    ))}
  </div>
);

/** In place of lines: a skeleton while they are read, or that they cannot be read, with a button. */
export const NotRead = ({
  failed,
  onRetry,
  lines,
}: {
  failed: boolean;
  onRetry: () => void;
  lines?: number;
}) => {
  const { t } = useTranslation();
  if (!failed) return <LinesLoading {...(lines === undefined ? {} : { lines })} />;
  return (
    <p className={css.failed} role="status">
      {t('common.notRead')}{' '}
      <button type="button" className={css.retry} onClick={onRetry}>
        {t('common.retry')}
      </button>
    </p>
  );
};
