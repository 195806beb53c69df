let isGoingBack = false;

/** Goes back, unless an earlier call is still under way: the browser goes back asynchronously. */
export function goBackOnce(): void {
  if (isGoingBack) return;
  isGoingBack = true;
  const handleBack = (): void => {
    isGoingBack = false;
  };
  addEventListener('popstate', handleBack, { once: true });
  history.back();
}
