/** Whether the open form takes keys itself. While it is being opened, `form-host.tsx` takes them. */
import { useEffect } from 'react';

let isReady = false;
export const isFormReady = (): boolean => isReady;

/** For the form: it is ready when its parts have their listeners, which are set before this effect runs. */
export const useFormReady = (): void =>
  useEffect(() => {
    isReady = true;
    return () => {
      isReady = false;
    };
  }, []);
