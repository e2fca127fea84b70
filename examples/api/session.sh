#!/usr/bin/env bash
# A session over HTTP: set up or sign in, analyse an app, show what fails and why, fetch the report.
# Needs bash, curl and node. Every setting is an environment variable:
#
#   TRACEWRIGHT_URL   where the service is            (http://127.0.0.1:8080)
#   EMAIL, PASSWORD   who you are there               (you@example.com, correct horse)
#   APP_URL           the app under test              (http://127.0.0.1:4000)
#   APP_USERNAME, APP_PASSWORD, APP_LOGIN_PATH        (no log-in)
#   LOKI_URL, LOKI_SELECTOR                           (no server logs)
#   REPORT            where the report is written     (report.html)
#
# Exits 1 when a case did not pass.
set -euo pipefail

api="${TRACEWRIGHT_URL:-http://127.0.0.1:8080}/api/v1"
export EMAIL="${EMAIL:-you@example.com}" PASSWORD="${PASSWORD:-correct horse}"
export APP_URL="${APP_URL:-http://127.0.0.1:4000}"

# read_json EXPRESSION: the value of a JavaScript expression over the JSON document `it` on standard input.
read_json() {
  node -e '
    const it = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
    const value = new Function("it", `return (${process.argv[1]})`)(it);
    console.log(typeof value === "string" ? value : JSON.stringify(value));
  ' "$1"
}

# call METHOD PATH [BODY]: the JSON answer; a problem goes to standard error and ends the script.
call() {
  local arguments=(--silent --show-error --request "$1" --write-out '\n%{http_code}')
  [[ -n "${token:-}" ]] && arguments+=(--header "authorization: Bearer $token")
  [[ -n "${3:-}" ]] && arguments+=(--header "content-type: application/json" --data "$3")
  local answer status
  answer=$(curl "${arguments[@]}" "$api$2")
  status=${answer##*$'\n'}
  answer=${answer%$'\n'*}
  if [[ "$status" != 200 ]]; then
    echo "$1 $2: $status $answer" >&2
    return 1
  fi
  printf '%s\n' "$answer"
}

# The first caller of a new service becomes its admin; later ones sign in.
credentials=$(node -p 'JSON.stringify({ email: process.env.EMAIL, password: process.env.PASSWORD })')
if [[ "$(call GET /auth/setup | read_json 'it.needs_setup')" == true ]]; then
  token=$(call POST /auth/setup "$credentials" | read_json 'it.token')
else
  token=$(call POST /auth/login "$credentials" | read_json 'it.token')
fi
echo "Signed in as $(call GET /auth/me | read_json '`${it.email} (${it.role})`')"

request=$(node -p '
  const { APP_URL, APP_USERNAME, APP_PASSWORD = "", APP_LOGIN_PATH, LOKI_URL, LOKI_SELECTOR } = process.env;
  JSON.stringify({
    app_url: APP_URL,
    auth: APP_USERNAME && { username: APP_USERNAME, password: APP_PASSWORD, login_path: APP_LOGIN_PATH },
    log_backend: LOKI_URL && { LOG_BACKEND: "loki", LOKI_URL, LOKI_SELECTOR },
    mode: "async",
  })')
run=$(call POST /analyze "$request" | read_json 'it.run_id')
echo "Run $run of $APP_URL"

# The events arrive as they happen, and the stream ends with the run.
curl --silent --show-error --no-buffer --header "authorization: Bearer $token" "$api/runs/$run/events" |
  node -e '
    const lines = require("node:readline").createInterface({ input: process.stdin });
    lines.on("line", (line) => {
      if (!line.startsWith("data: ")) return;
      const event = JSON.parse(line.slice(6));
      if (event.kind === "case_started") console.log(`  ${event.title}`);
      if (event.kind === "case_finished" && event.status !== "passed") console.log(`    ${event.status}: ${event.why}`);
    });'

detail=$(call GET "/runs/$run")
if [[ "$(read_json 'it.status' <<<"$detail")" != done ]]; then
  read_json '`The run ended as ${it.status}: ${it.error}`' <<<"$detail" >&2
  exit 1
fi

curl --silent --show-error --fail --header "authorization: Bearer $token" \
  --output "${REPORT:-report.html}" "$api/artifacts/$run/report.html"
echo "The report is in ${REPORT:-report.html}"

read_json '
  it.result.cases
    .filter((item) => item.root_cause)
    .map(({ title, root_cause: cause }) =>
      [`\n${title}`, `  ${cause.category}: ${cause.summary}`, `  fix: ${cause.suggested_fix}`]
        .concat(cause.evidence.map((line) => `  | ${line}`))
        .join("\n"),
    )
    .join("\n")' <<<"$detail"
read_json '`\n${it.summary.passed} passed, ${it.summary.failed} failed, ${it.summary.broken} broken, ${it.summary.skipped} skipped`' <<<"$detail"
[[ "$(read_json 'it.summary.failed + it.summary.broken' <<<"$detail")" == 0 ]]
