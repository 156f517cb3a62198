import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../client/failure-of';
import { useShownChoice } from '../../client/use-shown-choice';
import { showToast } from './toast-state';
import { retryText } from '../../ui/failure-note';

/**
 * A change that the user makes with a control. If the core refuses it, a message says why, because the control
 * then only shows its former state again.
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

/** A choice that the core keeps, shown from the click on. */
export const useChoice = <Kept, Choice extends Kept>(
  kept: Kept,
  save: (choice: Choice) => Promise<unknown>,
): [shown: Kept, choose: (choice: Choice) => void] => {
  const change = useChange<unknown, Choice>({ mutationFn: save });
  return [useShownChoice(kept, change), change.mutate];
};
