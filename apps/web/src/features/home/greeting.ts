export type Greeting = 'home.morning' | 'home.afternoon' | 'home.evening';

/** `hour` is that of the person's clock. */
export function greetingAt(hour: number): Greeting {
  if (hour >= 5 && hour < 12) return 'home.morning';
  return hour >= 12 && hour < 18 ? 'home.afternoon' : 'home.evening';
}
