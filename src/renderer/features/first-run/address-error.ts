import type { TFunction } from 'i18next';
import type { Failure } from '#shared/contract/errors';

/** Returns true if the address of the service is what was refused. */
export const isAddressRefused = (failure: Failure | undefined): boolean => failure?.code === 'bad-base-url';

/**
 * Returns what is wrong with the address; false if nothing is known. The text is shown at the field, so that it is part
 * of the field's description, and not in a note below the form as well.
 */
export const addressError = (
  t: TFunction,
  { isMissing, failure }: { isMissing: boolean; failure: Failure | undefined },
): string | false => {
  if (isMissing) return t('firstRun.required');
  if (!isAddressRefused(failure)) return false;
  return t('common.sentences', {
    first: t('errors.bad-base-url.title'),
    second: t('errors.bad-base-url.next'),
  });
};
