/**
 * A group of fields that opens on demand. A field with an issue opens its group, and the group stays open when the
 * issue is gone: the first key in the field removes the issue, and the user is still typing there.
 */
import { useState } from 'react';

/** `hasIssue` keeps the group open; `isOpen` is how it begins. */
export const useOpenGroup = (
  hasIssue: boolean,
  isOpen = false,
): readonly [boolean, (open: boolean) => void] => {
  const [wanted, setWanted] = useState(isOpen);
  if (hasIssue && !wanted) setWanted(true);
  return [wanted || hasIssue, setWanted];
};
