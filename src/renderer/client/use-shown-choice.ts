/** The value that a switch or a list of choices shows until the core has confirmed a change. */
import { useEffect, useEffectEvent } from 'react';

/** A mutation whose input is the choice. */
interface Choosing<Choice> {
  isPending: boolean;
  isSuccess: boolean;
  variables: Choice | undefined;
  reset: () => void;
}

/** The core announces a change a fifth of a second after it, or earlier; a busy computer takes longer. */
const ANNOUNCED_MS = 2_000;

/**
 * Returns the value to show: the chosen one from the click on, then the core's value `kept` as soon as it changes
 * after the answer. The core's state comes a moment later than its answer. Without this, the former value would be
 * shown in between, and a second click would act on another value than the user sees. `kept` is also shown some
 * seconds after the answer: if another window has chosen since, it may have got its last value before the answer.
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
  const onAnnounced = useEffectEvent(() => reset());
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(() => onAnnounced(), ANNOUNCED_MS);
    return () => clearTimeout(timer);
  }, [isSuccess]);
  return (isPending || isSuccess) && variables !== undefined ? variables : kept;
};
