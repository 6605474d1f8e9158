#!/bin/bash
# Captures logs of servers under traffic that breaks things, and of Python's and Java's own loggers: services.sh FOLDER, as
# root on Debian 12 with nginx-light redis-server apache2 haproxy mosquitto supervisor rsyslog bind9 default-jdk. The logs
# are in FOLDER/raw; what is true of them is counted by grep -cF, see the facts in cases.jsonl. Paths and the kernel's
# version are masked.
set -u
HERE=$(cd "$(dirname "$0")" && pwd); W=$(mkdir -p "$1" && cd "$1" && pwd); C=$W/raw; mkdir -p $C; cd $W; PIDS=""
export PATH=$PATH:/usr/sbin:/sbin
# redis
cat > redis.conf <<X
port 7390
dir $W
logfile $C/redis
loglevel verbose
save ""
requirepass sesame
maxclients 12
X
redis-server redis.conf & PIDS="$PIDS $!"
# nginx
mkdir -p www/private logs tmpn; echo hi > www/index.html; for i in 1 2 3; do echo x > www/private/k$i; chmod 0 www/private/k$i; done
cat > nginx.conf <<X
user nobody nogroup; daemon off; pid $W/nginx.pid; error_log $C/nginx-error info; events { worker_connections 64; }
http { access_log $C/nginx-access; limit_req_zone \$binary_remote_addr zone=z:1m rate=5r/s; client_max_body_size 1k;
server { listen 127.0.0.1:7391; root $W/www;
 location /api/ { proxy_pass http://127.0.0.1:7999; proxy_connect_timeout 1s; }
 location /slow/ { proxy_pass http://127.0.0.1:7998; proxy_read_timeout 1s; }
 location /admin/ { deny all; }
 location /lim/ { limit_req zone=z; try_files \$uri /index.html; } } }
X
chmod 777 $W $W/www; nginx -p $W -c nginx.conf & PIDS="$PIDS $!"
python3 -c "
import socket
s=socket.socket(); s.setsockopt(socket.SOL_SOCKET,socket.SO_REUSEADDR,1); s.bind(('127.0.0.1',7998)); s.listen(50)
k=[]
import time; s.settimeout(1); e=time.time()+60
while time.time()<e:
    try: k.append(s.accept()[0])
    except Exception: pass
" & PIDS="$PIDS $!"
# haproxy
cat > haproxy.cfg <<X
global
  log stdout format rfc3164 local0
  maxconn 20
defaults
  mode http
  log global
  option httplog
  timeout connect 300ms
  timeout client 2s
  timeout server 1s
frontend f
  bind 127.0.0.1:7392
  use_backend bad if { path_beg /bad }
  use_backend slow if { path_beg /slow }
  http-request deny if { path_beg /deny }
  default_backend ok
backend ok
  option httpchk
  server n1 127.0.0.1:7391 check inter 500ms
backend bad
  server b1 127.0.0.1:7999 check inter 700ms
backend slow
  server s1 127.0.0.1:7998
X
haproxy -db -f haproxy.cfg > $C/haproxy 2>&1 & PIDS="$PIDS $!"
# apache
mkdir -p apa; cat > apache.conf <<X
ServerRoot /usr/lib/apache2
ServerName shop.test
PidFile $W/apache.pid
Listen 127.0.0.1:7393
LoadModule mpm_event_module modules/mod_mpm_event.so
LoadModule authz_core_module modules/mod_authz_core.so
LoadModule authz_host_module modules/mod_authz_host.so
LoadModule autoindex_module modules/mod_autoindex.so
LoadModule dir_module modules/mod_dir.so
LoadModule proxy_module modules/mod_proxy.so
LoadModule proxy_http_module modules/mod_proxy_http.so
LoadModule auth_basic_module modules/mod_auth_basic.so
LoadModule authn_core_module modules/mod_authn_core.so
LoadModule authn_file_module modules/mod_authn_file.so
LoadModule authz_user_module modules/mod_authz_user.so
LoadModule mime_module modules/mod_mime.so
TypesConfig /etc/mime.types
DocumentRoot $W/www
ErrorLog $C/apache-error
LogLevel info
User nobody
Group nogroup
<Location /api/>
 ProxyPass http://127.0.0.1:7999/
</Location>
<Directory $W/www>
 Require all granted
</Directory>
<Directory $W/www/adm>
 Require all denied
</Directory>
<Location /pw/>
 AuthType Basic
 AuthName x
 AuthUserFile $W/nofile
 Require valid-user
</Location>
X
mkdir -p www/adm www/empty; sed -i 's/autoindex_module modules.*/autoindex_module modules\/mod_autoindex.so/' apache.conf
apache2 -d /usr/lib/apache2 -f $W/apache.conf -DFOREGROUND & PIDS="$PIDS $!"
# lighttpd? mosquitto
cat > mosq.conf <<X
listener 7394 127.0.0.1
allow_anonymous false
password_file $W/mosq.pw
log_dest file $C/mosquitto
log_type all
X
touch mosq.pw; chmod 666 $C/* 2>/dev/null; touch $C/mosquitto; chmod 666 $C/mosquitto mosq.pw; chmod 777 $C; mosquitto -c mosq.conf & PIDS="$PIDS $!"
# supervisor
cat > sup.conf <<X
[supervisord]
logfile=$C/supervisord
nodaemon=true
pidfile=$W/sup.pid
[program:bad]
command=/bin/false
startretries=6
startsecs=1
[program:missing]
command=/no/such/thing
startretries=3
[program:loop]
command=/bin/sh -c "sleep 1.2; exit 3"
autorestart=true
[program:fine]
command=/bin/sleep 100
X
supervisord -n -c sup.conf >/dev/null & PIDS="$PIDS $!"
# rsyslog
cat > rs.conf <<X
module(load="imuxsock" SysSock.Name="$W/devlog")
template(name="t" type="string" string="%TIMESTAMP% devbox %syslogtag%%msg%\n")
action(type="omfile" file="$C/syslog" template="t")
X
rsyslogd -n -f rs.conf -i $W/rs.pid & PIDS="$PIDS $!"
# named
cat > named.conf <<X
options { directory "$W"; listen-on port 7397 { 127.0.0.1; }; listen-on-v6 { none; }; pid-file "$W/named.pid"; recursion yes; allow-query { 127.0.0.1; }; allow-transfer { none; }; session-keyfile "$W/sk"; dnssec-validation no; };
zone "shop.test" { type master; file "shop.zone"; };
zone "bad.test" { type master; file "bad.zone"; };
zone "none.test" { type master; file "none.zone"; };
controls { };
X
printf '$TTL 60\n@ IN SOA a b 1 2 3 4 5\n@ IN NS a\na IN A 127.0.0.1\n' > shop.zone; printf '$TTL 60\n@ IN SOA a b 1 2 3 4 5\n@ IN NSX a\n' > bad.zone
named -g -c named.conf -n 1 2> $C/named & PIDS="$PIDS $!"
sleep 4
python3 - $W <<'P'
import sys,socket,random,urllib.request,time,threading,subprocess
R=random.Random(3)
def http(port,path,method='GET',body=None,hdr=''):
    try:
        s=socket.create_connection(('127.0.0.1',port),2); s.settimeout(1.3)
        b=body or b''
        s.sendall(f'{method} {path} HTTP/1.1\r\nHost: shop\r\n{hdr}Content-Length: {len(b)}\r\nConnection: close\r\n\r\n'.encode()+b)
        s.recv(4000); s.close()
    except Exception as e: pass
paths=['/','/index.html','/private/k1','/private/k2','/api/orders/%d','/admin/x','/missing/%d','/lim/%d','/slow/%d','/adm/','/empty/','/pw/x','/deny/%d','/bad/%d','/..%%2f..%%2f']
w=[30,20,2,1,6,3,8,12,1,2,2,3,3,5,1]
def work(port,n):
    for i in range(n):
        p=R.choices(paths,w)[0]; p=p%R.randrange(999) if '%d' in p else p
        http(port,p)
        if i%60==30: http(port,'/up','POST',b'x'*5000)
        if i%90==40: http(port,'/%zz%','GET')
        if i%80==50:
            s=socket.create_connection(('127.0.0.1',port)); s.sendall(b'\x16\x03\x01garbage\r\n\r\n'); time.sleep(.05); s.close()
ts=[threading.Thread(target=work,args=a) for a in [(7391,700),(7392,400),(7393,500)]]
for t in ts: t.start()
def redis():
    for i in range(60):
        ss=[]
        for _ in range(R.choice([1,2,14])):
            try:
                s=socket.create_connection(('127.0.0.1',7390)); ss.append(s)
            except Exception: pass
        for s in ss:
            try: s.sendall(R.choice([b'PING\r\n',b'AUTH sesame\r\nSET a 1\r\nCONFIG SET dir /nope\r\nBGSAVE\r\n',b'AUTH sesame\r\nCONFIG SET maxmemory 1mb\r\nCONFIG SET loglevel verbose\r\nREPLICAOF 127.0.0.1 7999\r\n',b'AUTH x\r\n',b'POST / HTTP/1.1\r\nHost: x\r\n\r\n',b'AUTH sesame\r\nREPLICAOF NO ONE\r\n']))
            except Exception: pass
        time.sleep(.15)
        for s in ss: s.close()
threading.Thread(target=redis).start()
for i in range(90):
    try:
        s=socket.create_connection(('127.0.0.1',7394)); 
        s.sendall(R.choice([b'\x10\x10\x00\x04MQTT\x04\x02\x00\x3c\x00\x04c%03d'%i,b'\x10\x16\x00\x04MQTT\x04\xc2\x00\x3c\x00\x02ab\x00\x02cc\x00\x02dd',b'\x99\x99\x99garbage',b'\x10\x10\x00\x04MQXX\x09\x02\x00\x3c\x00\x04abcd'])); time.sleep(.02); s.close()
    except Exception as e: pass
def dns(port,name,qt=1,cls=1,raw=None):
    q=b'\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00'+b''.join(bytes([len(x)])+x.encode() for x in name.split('.'))+b'\x00'+bytes([0,qt,0,cls])
    s=socket.socket(socket.AF_INET,socket.SOCK_DGRAM); s.sendto(raw or q,('127.0.0.1',port)); s.close()
for i in range(60):
    for port in (7397,):
        dns(port,R.choice(['a.shop.test','x%d.shop.test'%i,'bad.test','none.test','www.example.com']),R.choice([1,28,15,252]))
        if i%9==0: dns(port,'',raw=b'\x00'*7)
msgs=[('cron','(root) CMD (run-parts /etc/cron.hourly)','info',40),('kernel','usb 1-1: device descriptor read/64, error -71','err',3),('dhclient','DHCPACK of 10.0.0.%d from 10.0.0.1','info',20),('systemd','shop.service: Main process exited, code=exited, status=1/FAILURE','err',5),('systemd','shop.service: Failed with result \'exit-code\'.','warning',5),('systemd','Started Session %d of user dev.','info',30),('smartd','Device: /dev/sda [SAT], %d Currently unreadable (pending) sectors','crit',4),('ntpd','time reset +0.%d s','notice',6),('sudo','pam_unix(sudo:auth): authentication failure; logname=dev uid=1000 euid=0 tty=/dev/pts/0 ruser=dev rhost=  user=dev','alert',2),('kernel','Out of memory: Killed process %d (java) total-vm:812345kB','err',1),('NetworkManager','<info>  [1772433667.%d] dhcp4 (eth0): state changed bound -> bound','info',15)]
seq=[m for m in msgs for _ in range(m[3]*6 if m[3]>9 else m[3])]; R.shuffle(seq)
for t,m,p,_ in seq: subprocess.run(['logger','-u',sys.argv[1]+'/devlog','-t',t+('[%d]'%R.randrange(99,9999) if t!='kernel' else ''),'-p','user.'+p,m%R.randrange(9,999) if '%d' in m else m])
for t in ts: t.join()
P
sleep 3
for p in $PIDS; do kill $p 2>/dev/null; done; sleep 1

javac -d . $HERE/services/Till.java && java -cp . Till 2> $C/java-util-logging
log() { out=$1; shift; python3 $HERE/services/app.py "$@" > $C/$out; }
log python-asctime '%(asctime)s %(process)d %(threadName)s %(name)s %(levelname)s %(message)s'
log python-letters '%(levelname).1s%(asctime)s %(process)d %(module)s:%(lineno)d] %(message)s' '%m%d %H:%M:%S'
log python-columns '%(asctime)s|%(name)s|%(levelname)s|%(message)s' '%Y%m%d-%H%M%S'
log python-json '{"ts": %(created)f, "sev": "%(levelname)s", "logger": "%(name)s", "message": "%(message)s"}'
sed -i "s#$W#/home/dev/shop#g; s#$HERE/services#/home/dev/shop#g; s#$(uname -r)#6.1.0-13-amd64#g" $C/*
