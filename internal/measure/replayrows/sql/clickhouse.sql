-- The tables of "tokbench replay" over the rows in Parquet, in ClickHouse (the tests run it in 26.7):
--
--   tokbench replay ~/.claude/projects --parquet rows
--   clickhouse local < clickhouse.sql
--
-- By level, and by tool, command, kind, strategy and session at each level. Money is in the currency of the price table.
WITH results AS (
  SELECT *,
    replaceAll(source, '/', char(1)) AS place, -- sorts as a walk through the folders goes
    concat(source, char(1), session) AS whose
  FROM file('rows/*.parquet', 'Parquet')
),

-- The same for both engines from here on; a test holds them together.

-- A resumed session repeats its history: what two files have counts once, where the first of them has it.
counted AS (
  SELECT * FROM (
    SELECT *, row_number() OVER (PARTITION BY copy_of, level ORDER BY place, n) AS copy FROM results
  ) AS numbered
  WHERE copy_of IS NULL OR copy = 1
),

-- Each result stands in its groups. That of its strategy is the one at the row's level.
grouped AS (
  SELECT 'all' AS grp, 'all' AS name, '' AS part, counted.* FROM counted
  UNION ALL
  SELECT 'tool' AS grp, tool AS name, '' AS part, counted.* FROM counted
  UNION ALL
  SELECT 'command' AS grp, command AS name, '' AS part, counted.* FROM counted
  UNION ALL
  SELECT 'kind' AS grp, kind AS name, '' AS part, counted.* FROM counted
  UNION ALL
  SELECT 'strategy' AS grp, strategy AS name, '' AS part, counted.* FROM counted
  UNION ALL
  SELECT 'session' AS grp, session AS name, source AS part, counted.* FROM counted
)

SELECT
  grp, name, part, level,
  count(DISTINCT whose) AS sessions,
  count(*) AS results,
  sum(then_tokens) AS tokens_then,
  sum(now_tokens) AS tokens_now,
  1 - sum(now_tokens) / nullif(sum(then_tokens), 0) AS saved,
  1 - sum(now_tokens + CASE WHEN lost > 0 THEN then_tokens + 120 ELSE 0 END) / nullif(sum(then_tokens), 0) AS net,
  sum(evidence) AS evidence_strings,
  sum(lost) AS lost_strings,
  sum(CASE WHEN evidence > 0 THEN 1 ELSE 0 END) AS with_evidence,
  sum(CASE WHEN evidence > 0 AND now_tokens < then_tokens THEN 1 ELSE 0 END) AS shortened,
  sum(CASE WHEN evidence > 0 AND now_tokens < then_tokens THEN (evidence - lost) / nullif(evidence, 0) ELSE 0 END)
    / nullif(sum(CASE WHEN evidence > 0 AND now_tokens < then_tokens THEN 1 ELSE 0 END), 0) AS recall,
  sum(CASE WHEN evidence > 0 AND now_tokens < then_tokens AND lost = 0 THEN 1 ELSE 0 END)
    / nullif(sum(CASE WHEN evidence > 0 AND now_tokens < then_tokens THEN 1 ELSE 0 END), 0) AS hard,
  sum(CASE WHEN evidence > 0 AND lost = 0 THEN 1 ELSE 0 END)
    / nullif(sum(CASE WHEN evidence > 0 THEN 1 ELSE 0 END), 0) AS intact,
  sum(CASE WHEN lost > 0 THEN 1 ELSE 0 END) AS refetched,
  sum(CASE WHEN lost > 0 THEN now_tokens + then_tokens + 120 ELSE 0 END) AS refetch_total,
  sum(CASE WHEN repeat THEN 1 ELSE 0 END) AS repeats,
  sum(CASE WHEN repeat THEN then_tokens ELSE 0 END) AS repeat_tokens,
  sum(cost_then) AS money_then,
  sum(cost_now) AS money_now,
  sum(cost_now + cost_refetch) AS money_net,
  sum(then_tokens - now_tokens - miss_tokens - 120 * misses) / nullif(sum(then_tokens), 0) AS net_by_lines,
  sum(then_tokens - now_tokens - page_tokens - 120 * pages) / nullif(sum(then_tokens), 0) AS net_by_pages,
  sum(billed_now) / nullif(sum(billed_then), 0) AS billed
FROM grouped
WHERE name <> '' -- no command
GROUP BY grp, name, part, level
ORDER BY grp, tokens_then DESC, results DESC, name, part, level;
