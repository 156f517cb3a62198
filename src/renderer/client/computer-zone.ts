/**
 * The time zone of the computer. What shows times is drawn again when the computer comes into another zone. Otherwise
 * old rows would keep the hours of the old zone, and new rows would show those of the new one.
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
