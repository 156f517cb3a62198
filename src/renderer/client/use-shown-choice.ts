/** What a switch or a list of choices shows while the core has not said yet what it keeps. */
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
 * The new value is shown from the click on: the core's state comes a moment after its answer, and until then
 * the former value must not come back. So a second press acts on what the user sees. `kept` is the value of
 * the core; when it changes after the answer, it is shown. It is also shown some seconds after the answer: if
 * another window has chosen since, `kept` may have got its last value before the answer.
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
