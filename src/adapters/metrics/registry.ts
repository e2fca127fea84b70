/** Names and values that tell the series of a metric apart. Only closed sets: nothing that users choose. */
export type Labels = Readonly<Record<string, string>>;

export type Counter = { add(labels?: Labels, by?: number): void };
/** Seconds, counted in the buckets that the metric was made with. */
export type Histogram = { observe(seconds: number, labels?: Labels): void };
export type Sample = { labels?: Labels; value: number };

type Kind = "counter" | "gauge" | "histogram";

export type Registry = {
  counter(name: string, help: string): Counter;
  histogram(name: string, help: string, buckets: readonly number[]): Histogram;
  /** Metrics whose values are asked for when they are read. One that throws is left out, and the rest is given. */
  read(
    name: string,
    help: string,
    kind: "counter" | "gauge",
    samples: () => Promise<Sample[]> | Sample[],
  ): void;
  /** All of it in the text format of Prometheus, version 0.0.4. */
  render(): Promise<string>;
};

/** The media type of what `render` gives. */
export const metricsType = "text/plain; version=0.0.4; charset=utf-8";

/** A mistake with a label must not fill the memory: further series are counted as one. */
const mostSeries = 1000;
const overflow: Labels = { series: "other" };

export const createRegistry = (): Registry => {
  const metrics: { name: string; help: string; kind: Kind; lines(): Promise<string[]> | string[] }[] = [];

  return {
    counter: (name, help) => {
      const series = new Map<string, number>();
      metrics.push({
        name,
        help,
        kind: "counter",
        lines: () => [...series].map(([labels, value]) => `${name}${labels} ${value}`),
      });
      return {
        add: (labels = {}, by = 1) => {
          const key = keyIn(series, labels);
          series.set(key, (series.get(key) ?? 0) + by);
        },
      };
    },

    histogram: (name, help, buckets) => {
      const series = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>();
      metrics.push({
        name,
        help,
        kind: "histogram",
        lines: () =>
          [...series.values()].flatMap(({ labels, counts, sum, count }) => [
            ...buckets.map(
              (bound, index) =>
                `${name}_bucket${print({ ...labels, le: String(bound) })} ${counts[index] ?? 0}`,
            ),
            `${name}_bucket${print({ ...labels, le: "+Inf" })} ${count}`,
            `${name}_sum${print(labels)} ${sum}`,
            `${name}_count${print(labels)} ${count}`,
          ]),
      });
      return {
        observe: (seconds, labels = {}) => {
          const key = keyIn(series, labels);
          const known = series.get(key) ?? {
            labels: key === print(labels) ? labels : overflow,
            counts: buckets.map(() => 0),
            sum: 0,
            count: 0,
          };
          series.set(key, known);
          known.sum += seconds;
          known.count += 1;
          for (const [index, bound] of buckets.entries()) {
            if (seconds <= bound) known.counts[index] = (known.counts[index] ?? 0) + 1;
          }
        },
      };
    },

    read: (name, help, kind, samples) => {
      metrics.push({
        name,
        help,
        kind,
        lines: async () => {
          try {
            return (await samples()).map(({ labels = {}, value }) => `${name}${print(labels)} ${value}`);
          } catch {
            return [];
          }
        },
      });
    },

    render: async () => {
      const blocks = await Promise.all(
        metrics.map(async ({ name, help, kind, lines }) => [
          `# HELP ${name} ${help}`,
          `# TYPE ${name} ${kind}`,
          ...(await lines()),
        ]),
      );
      return `${blocks.flat().join("\n")}\n`;
    },
  };
};

const keyIn = (series: ReadonlyMap<string, unknown>, labels: Labels): string => {
  const key = print(labels);
  return series.has(key) || series.size < mostSeries ? key : print(overflow);
};

const print = (labels: Labels): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escape(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
};

const escape = (value: string): string =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
