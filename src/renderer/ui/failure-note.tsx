import { useTranslation } from 'react-i18next';
import type { Failure } from '#shared/contract/errors';
import css from './failure-note.module.css';

/** The name of an error alone says nothing that the words above it do not. */
const BARE_NAME = /^\w*(?:Error|Exception)$/;

/** A failure in words, with the next step to take; the facts stand small below. */
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
