import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../client/failure-of';
import { showToast } from '../../forms/windows/toast-state';
import { retryText } from '../../ui/failure-note';

/**
 * A change that the user makes with a control of the settings. If the core refuses it, a message says why,
 * because the control then only shows its former state again.
 */
export const useChange = <Answer, Input = void>(
  options: Omit<UseMutationOptions<Answer, Error, Input>, 'onError'>,
) => {
  const { t } = useTranslation();
  return useMutation({
    ...options,
    onError: (error) => {
      const { code } = failureOf(error);
      const [first, second] = [t(`errors.${code}.title`), retryText(t, code)];
      showToast({ text: t('common.sentences', { first, second }) });
    },
  });
};

/**
 * A choice that the core keeps. The new value is shown from the click on: the core's state comes a moment after
 * its answer, and until then the former value must not come back. The state that the core had after an earlier
 * choice does not end a later one.
 */
export const useChoice = <Kept, Choice extends Kept>(
  kept: Kept,
  save: (choice: Choice) => Promise<unknown>,
): [shown: Kept, choose: (choice: Choice) => void] => {
  const change = useChange<unknown, Choice>({ mutationFn: save });
  const { reset } = change;
  const onKept = useEffectEvent(() => {
    if (!change.isPending) reset();
  });
  useEffect(() => onKept(), [kept]);
  return [change.isPending || change.isSuccess ? change.variables : kept, change.mutate];
};
