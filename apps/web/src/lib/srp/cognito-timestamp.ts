const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * An instant as Cognito wants it in a password claim: `Tue Mar 3 04:05:06 UTC 2026`. English, UTC, and the day
 * without a leading zero, because the pool signs its own canonical form and compares.
 * Feed it the server's clock (`Date` of the last response): a claim more than some minutes off is refused.
 */
export function cognitoTimestamp(date: Date): string {
  const day = `${WEEKDAYS[date.getUTCDay()]} ${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}`;
  return `${day} ${date.toISOString().slice(11, 19)} UTC ${date.getUTCFullYear()}`;
}
