const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * `Tue Mar 3 04:05:06 UTC 2026`. Use the server's time (`Date` of the last response), because Cognito refuses a claim
 * that is minutes off.
 */
export function cognitoTimestamp(date: Date): string {
  const day = `${WEEKDAYS[date.getUTCDay()]} ${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}`;
  return `${day} ${date.toISOString().slice(11, 19)} UTC ${date.getUTCFullYear()}`;
}
