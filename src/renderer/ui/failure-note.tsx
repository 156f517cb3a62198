import { useTranslation } from 'react-i18next';
import type { Failure } from '#shared/contract/errors';
import css from './failure-note.module.css';

/** An error name alone is not shown, because the text above it already says more. */
const BARE_NAME = /^\w*(?:Error|Exception)$/;

/** Shows the text of a failure with the next step, and the facts in small text below. */
export const FailureNote = ({ failure }: { failure: Failure }) => {
  const { t } = useTranslation();
  return (
    <div className={css.fault} role="status">
      <b>{t(`errors.${failure.code}.title`)}</b>
      {t(`errors.${failure.code}.next`)}
      {failure.detail && !BARE_NAME.test(failure.detail) ? <small>{failure.detail}</small> : null}
    </div>
  );
};
