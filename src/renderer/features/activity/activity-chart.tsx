import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';

/** Bars by person. Kept apart so that the chart library loads only with this screen. */
export const ActivityChart = ({ data, label }: { data: { name: string; value: number }[]; label: string }) => (
  <BarChart h="100%" data={data} dataKey="name" series={[{ name: 'value', label, color: 'var(--accent)' }]} tickLine="none" gridAxis="x" gridColor="var(--line-faint)" textColor="var(--text-dim)" maxBarWidth={36}
    barProps={{ radius: [3, 3, 0, 0], isAnimationActive: false }} yAxisProps={{ width: 44, allowDecimals: false }} tooltipAnimationDuration={0} />
);
