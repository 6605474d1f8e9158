package logtext

import "strings"

// words are what names, paths and sentences are made of.
var words = strings.Fields(`
account address agent alert allocate archive asset audit auth backup balance basket batch billing block bridge broker
bucket budget buffer build bundle cache calendar callback campaign capacity card catalog certificate channel checkout
claim client cluster cohort collect column command commit compact config connect consumer contract convert coupon
courier create credit cursor customer daemon dashboard database dataset deadline decode delivery deploy depot detail
device digest discount dispatch document domain driver editor element encode engine entity epoch event exchange expire
export extract feature fetch field filter flush folder forward fragment gateway generate geometry grant graph group
handle harbour header health history image import index ingest inspect instance invoice issue journal kernel keyring
label lambda language latency layout leader ledger lender library limit listener loader location lock manifest mapping
market measure member memory merchant merge message meter metric migrate mirror mobile model module monitor network
node notice notify number object offer operator option order origin outbound output owner packet parcel parser partition
passage payload payment peer pending permit picker pipeline plan planner policy pool port position prefix price process
product profile project provider proxy publish purge quantity query queue quota range rate reader rebalance receipt
record recover redirect refund region register release remote render replica report request reserve resolve resource
response restore result retention retry return review rollout rotate route rule sample scanner schedule schema search
segment select sender sensor session settle shard shipment signal site snapshot socket source split stage station
status stock storage store stream subject submit subnet subscribe supplier switch symbol system table target task tax
template tenant terminal ticket timeline token topic total trace track traffic transfer trigger update upload usage
vendor verify version view visit volume voucher wallet warehouse watch window worker writer zone
`)

var extensions = strings.Fields(`.go .py .java .ts .rs .json .yaml .sql .html .log .proto .parquet`)

// foreign are starts of messages in other scripts.
var foreign = []string{
	"注文の処理が完了しました 番号", "订单已经发货 仓库编号", "Заказ передан в доставку №", "주문이 접수되었습니다 번호 ", "Η παραγγελία ολοκληρώθηκε αρ. ",
	"Übergabe an das Lager für Größe ", "livraison préparée à l’entrepôt n° ", "✅ bestätigt – Vorgang ",
}
