import { useEffect } from 'react';

/** Keeps the screen on. Browsers release the lock when the page is hidden, so it is requested again. */
export function useWakeLock(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded || !('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const hold = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || lock?.released === false) return;
      // Browsers may refuse, for example on low battery.
      const [asked] = await Promise.allSettled([navigator.wakeLock.request('screen')]);
      if (asked.status === 'rejected') return;
      lock = asked.value;
      if (isOver) void lock.release();
    };
    const handleVisibility = (): void => void hold();
    handleVisibility();
    document.addEventListener('visibilitychange', handleVisibility);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', handleVisibility);
      void lock?.release();
    };
  }, [isNeeded]);
}
