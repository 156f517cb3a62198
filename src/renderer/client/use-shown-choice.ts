/** What a switch or a list of choices shows while the core has not said yet what it keeps. */
import { useEffect, useEffectEvent } from 'react';

/** A mutation whose input is the choice. */
interface Choosing<Choice> {
  isPending: boolean;
  isSuccess: boolean;
  variables: Choice | undefined;
  reset: () => void;
}

/**
 * The new value is shown from the click on: the core's state comes a moment after its answer, and until then
 * the former value must not come back. So a second press acts on what the user sees. `kept` is the value of
 * the core; when it changes after the answer, it is shown.
 */
export const useShownChoice = <Kept, Choice extends Kept>(
  kept: Kept,
  { isPending, isSuccess, variables, reset }: Choosing<Choice>,
): Kept => {
  const onKept = useEffectEvent(() => {
    // A state that comes before the answer may be about an earlier choice.
    if (!isPending) reset();
  });
  useEffect(() => onKept(), [kept]);
  return (isPending || isSuccess) && variables !== undefined ? variables : kept;
};
