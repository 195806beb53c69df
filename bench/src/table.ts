import type { Result } from './figure.ts';

export function renderTable(results: readonly Result[]): string {
  const rows = results.map(({ name, value, unit, baseline, baselineValue, goal, command, date }) => {
    const ratio = value / baselineValue;
    return [
      name,
      `${rounded(value)} ${unit}`,
      `${baseline}: ${rounded(baselineValue)} ${unit}`,
      ratio.toFixed(2),
      `${goal}`,
      ratio <= goal ? 'met' : '**missed**',
      `\`${command}\``,
      date,
    ];
  });
  const head = ['what', 'value', 'compared with', 'ratio', 'goal', '', 'command', 'date'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function rounded(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2);
}
