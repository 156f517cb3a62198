/**
 * The time zone of the computer, for what is drawn once and kept. The page follows the computer into another zone, but
 * rows that are drawn already would keep their hours, beside new rows with those of the new zone.
 */
import { create } from 'zustand';
import { localZone } from '#shared/domain/time-zone';

export const useComputerZone = create<{ name: string }>(() => ({ name: localZone() }));

/** Reads the zone again, and returns its name. */
export const readComputerZone = (): string => {
  const name = localZone();
  if (name !== useComputerZone.getState().name) useComputerZone.setState({ name });
  return name;
};
