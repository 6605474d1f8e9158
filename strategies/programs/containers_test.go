package programs

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// The texts of builds are shortened from what docker 27 prints; those of kubectl are of its documentation.
const failedBuild = `#1 [internal] load build definition from Dockerfile
#1 transferring dockerfile: 214B done
#1 DONE 0.0s

#6 [2/5] WORKDIR /app
#6 CACHED

#8 [4/5] RUN npm ci
npm error code ERESOLVE
#8 ERROR: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1
------
 > [4/5] RUN npm ci:
2.113 npm error code ERESOLVE
------
Dockerfile:5
--------------------
   4 |     COPY package.json package-lock.json ./
   5 | >>> RUN npm ci
--------------------
ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1
`

func TestDockerBuild(t *testing.T) {
	const message = `process "/bin/sh -c npm ci" did not complete successfully: exit code: 1`
	testParser(t, dockerBuild, []parserCase{
		{name: "fails", text: failedBuild, want: reported{Outcome: strategies.Fail, Findings: []string{
			" | Dockerfile:5 | failed to solve: " + message, " | Dockerfile:5 | " + message,
		}}},
		{
			name: "passes",
			text: "#1 [internal] load build definition from Dockerfile\n#1 DONE 0.0s\n#9 exporting to image\n" +
				"#9 exporting layers 1.2s done\n#9 naming to registry.example/shelf:latest done\n" +
				"#9 DONE 1.3s\n",
			want: reported{Outcome: strategies.Pass},
		},
		{
			name: "on a terminal",
			text: "[+] Building 1.2s (12/12) FINISHED\n" +
				" => [internal] load build definition from Dockerfile  0.0s\n" +
				" => CACHED [2/4] WORKDIR /app  0.0s\n" +
				" => => naming to registry.example/shelf:latest  0.0s\n",
			want: reported{Outcome: strategies.Pass},
		},
		{name: "on a terminal, cut short", text: "[+] Building 1.2s (7/12)\n => CACHED [2/4] WORKDIR /app  0.0s\n"},
		{
			name: "on a terminal, ended early",
			text: "[+] Building 1.2s (7/12) FINISHED\n => ERROR [2/4] RUN npm ci  0.0s\n",
			want: reported{Outcome: strategies.Fail, Findings: []string{" |  | ERROR [2/4] RUN npm ci  0.0s"}},
		},
		{
			name: "the classic builder",
			text: "Sending build context to Docker daemon  2.048kB\nStep 1/2 : FROM alpine\n ---> c7c2\n" +
				"Step 2/2 : RUN true\n ---> Using cache\n ---> f2e1\nSuccessfully built f2e1\n",
			want: reported{Outcome: strategies.Pass},
		},
		{
			name: "the classic builder fails",
			text: "Step 2/2 : RUN false\n ---> Running in 12ab\n" +
				"The command '/bin/sh -c false' returned a non-zero code: 1\n",
			want: reported{
				Outcome:  strategies.Fail,
				Findings: []string{" |  | The command '/bin/sh -c false' returned a non-zero code: 1"},
			},
		},
		{
			name: "no daemon",
			id:   "build/docker-build-no-daemon",
			want: reported{Outcome: strategies.Fail, Findings: []string{
				" |  | Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon " +
					"running?",
			}},
		},
		{name: "nothing", text: ""},
	})
}

func TestCompose(t *testing.T) {
	testParser(t, compose, []parserCase{
		{
			name: "up",
			text: "[+] Running 2/2\n ✔ Container app-db-1   Started  0.4s\n ✔ Container app-api-1  Started  0.7s\n",
			want: reported{Outcome: strategies.Pass},
		},
		{
			name: "up, with what a service prints",
			text: "[+] Running 1/1\n ✔ Container app-db-1  Created\nAttaching to db-1\n" +
				"db-1  | LOG:  database system is ready to accept connections\n",
		},
		{
			name: "unhealthy",
			text: " ✘ Container app-db-1  Error  10.1s\ndependency failed to start: container app-db-1 is unhealthy\n",
			want: reported{
				Outcome: strategies.Fail,
				Findings: []string{
					" |  | ✘ Container app-db-1  Error  10.1s",
					" |  | dependency failed to start: container app-db-1 is unhealthy",
				},
			},
		},
		{
			name: "a service ends badly",
			text: "[+] Running 1/1\n ✔ Container app-api-1  Created\napi-1  | boom\napi-1 exited with code 1\n",
			want: reported{Findings: []string{"api-1 |  | api-1 exited with code 1"}},
		},
		{
			name: "a port is taken",
			text: "Error response from daemon: driver failed programming external connectivity: Bind for " +
				"0.0.0.0:5432 failed: port is already allocated\n",
			want: reported{
				Outcome: strategies.Fail,
				Findings: []string{
					" |  | Error response from daemon: driver failed programming external connectivity: " +
						"Bind for 0.0.0.0:5432 failed: port is already allocated",
				},
			},
		},
		{
			name: "pull",
			text: "latest: Pulling from library/alpine\n4abcf2066143: Pull complete\nDigest: sha256:12ab\n" +
				"Status: Downloaded newer image for alpine:latest\n",
			want: reported{Outcome: strategies.Pass},
		},
	})
}

func TestKubectl(t *testing.T) {
	testParser(t, kubectl, []parserCase{
		{
			name: "apply",
			text: "deployment.apps/web configured\nservice/web unchanged\n",
			want: reported{Outcome: strategies.Pass},
		},
		{name: "delete", text: "pod \"web-1\" deleted\n", want: reported{Outcome: strategies.Pass}},
		{
			name: "not found",
			text: "Error from server (NotFound): pods \"web\" not found\n",
			want: reported{
				Outcome:  strategies.Fail,
				Findings: []string{" |  | Error from server (NotFound): pods \"web\" not found"},
			},
		},
		{name: "refused", id: "misc/kubectl-refused", want: reported{Outcome: strategies.Fail, Findings: []string{
			" |  | The connection to the server 127.0.0.1:8081 was refused - did you specify the right host or port?",
		}}},
		{
			name: "a part fails",
			text: "service/web created\nerror: error validating \"web.yaml\": unknown field \"spec.replica\"\n",
			want: reported{
				Outcome:  strategies.Fail,
				Findings: []string{" |  | error: error validating \"web.yaml\": unknown field \"spec.replica\""},
			},
		},
		{
			name: "rollout",
			text: "Waiting for deployment \"web\" rollout to finish: 1 of 2 updated replicas are available...\n" +
				"deployment \"web\" successfully rolled out\n",
			want: reported{Outcome: strategies.Pass},
		},
		{
			name: "describe",
			text: "Name:         web-1\nStatus:       Running\nContainers:\n  web:\n" +
				"    State:          Waiting\n      Reason:       CrashLoopBackOff\n" +
				"    Ready:          False\nEvents:\n  Type     Reason   Age  From     Message\n" +
				"  ----     ------   ---  ----     -------\n" +
				"  Normal   Pulled   60m  kubelet  Pulled image\n" +
				"  Warning  BackOff  2m   kubelet  Back-off restarting failed container\n",
			want: reported{
				Counts:   counts{strategies.Warnings: 1},
				Findings: []string{" |  | Warning BackOff 2m kubelet Back-off restarting failed container"},
			},
		},
		{name: "a log", text: "listening on :8080\n"},
	})
	r := runParser(kubectl, "Name:  web-1\nStatus:  Running\n")
	if !r.Answer || r.Region.First != 0 {
		t.Errorf("a description hides lines: %+v", r)
	}
}

func TestTables(t *testing.T) {
	pods := `NAMESPACE     NAME                      READY   STATUS             RESTARTS      AGE
default       api-7d4b9c6f8b-2xk9q      1/1     Running            0             3d2h
default       web-5f6d7c8b9d-qw4rt      0/1     CrashLoopBackOff   17 (2m ago)   65m
default       jobs-28471020-abcde       0/1     Completed          0             12h
default       cache-0                   1/2     Running            0             9d
`
	for _, tt := range []struct {
		name    string
		program report.Program
		text    string
		verdict string
		bad     []int // lines
	}{
		{"pods", kubectlGet, pods, "4 rows, 2 not ready", []int{3, 5}},
		{
			"nodes",
			kubectlGet,
			"NAME     STATUS     ROLES   AGE\nnode-1   Ready      <none>  9d\nnode-2   NotReady   <none>  9d\n",
			"2 rows, 1 not ready",
			[]int{3},
		},
		{
			"services",
			kubectlGet,
			"NAME   TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE\n" +
				"web    ClusterIP   10.0.0.1     <none>        80/TCP    9d\n",
			"1 row",
			nil,
		},
		{"kubectl get -o json", kubectlGet, "{\n  \"items\": []\n}\n", "", nil},
		{
			"docker ps",
			dockerTable,
			"CONTAINER ID   IMAGE   COMMAND   CREATED   STATUS                    PORTS   NAMES\n" +
				"ab   a   \"x\"   1 hour ago   Up 1 hour (unhealthy)             a\n" +
				"cd   b   \"y\"   1 hour ago   Exited (0) 1 hour ago             b\n" +
				"ef   c   \"z\"   1 hour ago   Exited (137) 1 hour ago           c\n",
			"3 rows, 2 not well",
			[]int{2, 4},
		},
		{
			"df",
			dfTable,
			"Filesystem      Size  Used Avail Use% Mounted on\n" +
				"/dev/sda1        50G   49G  1.0G  98% /\ntmpfs           7.8G     0  7.8G   0% /dev/shm\n",
			"2 rows, 1 nearly full",
			[]int{2},
		},
		{
			"ps",
			psTable,
			"    PID TTY          TIME CMD\n      1 ?        00:00:01 init\n     77 ?        00:00:00 sh <defunct>\n",
			"2 rows, 1 defunct",
			[]int{3},
		},
		{
			"systemctl",
			systemTable,
			"  UNIT            LOAD   ACTIVE SUB     DESCRIPTION\n" +
				"● nginx.service   loaded failed failed  A server\n" +
				"  ssh.service     loaded active running OpenBSD\n\n" +
				"LOAD   = Reflects whether the unit definition was properly loaded.\n" +
				"2 loaded units listed.\n",
			"2 rows, 1 failed",
			[]int{2},
		},
		{"nothing", psTable, "", "", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := runParser(tt.program, tt.text)
			var bad []int
			for _, f := range r.Findings {
				bad = append(bad, f.At)
			}
			if r.Verdict != tt.verdict || len(bad) != len(tt.bad) {
				t.Fatalf("%q, bad rows %v; want %q, %v", r.Verdict, bad, tt.verdict, tt.bad)
			}
			for i := range bad {
				if bad[i] != tt.bad[i] {
					t.Errorf("bad rows %v, want %v", bad, tt.bad)
				}
			}
			checkLines(t, r, strings.Count(tt.text, "\n")+1)
			if r.Outcome != strategies.Unknown || tt.verdict != "" && !r.Answer {
				t.Errorf("a table is an answer: outcome %v, answer %v", r.Outcome, r.Answer)
			}
		})
	}
}
