"""Written units: which dimension they belong to, and their size in base units of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from dissensus.quantities.model import Kind

if TYPE_CHECKING:
    import pint

# "dimension pint-name : symbols (as written) ; words (any case)", an underscore for a space.
_MEASURES = """
length meter : m ; metre metres meter meters
length kilometer : km ; kilometre kilometres kilometer kilometers kms
length centimeter : cm ; centimetre centimetres centimeter centimeters
length millimeter : mm ; millimetre millimetres millimeter millimeters
length micrometer : µm ; micrometre micrometres micron microns
length nanometer : nm ; nanometre nanometres nanometer nanometers
length mile : mi ; mile miles
length nautical_mile : nmi ; nautical_mile nautical_miles
length foot : ft ; foot feet
length inch : ; inch inches
length yard : yd yds ; yard yards
length light_year : ly ; light_year light_years light-year light-years
mass kilogram : kg kgs ; kilogram kilograms kilo kilos kilogramme kilogrammes
mass gram : g ; gram grams gramme grammes
mass milligram : mg ; milligram milligrams
mass microgram : µg mcg ; microgram micrograms
mass metric_ton : t ; tonne tonnes metric_ton metric_tons
mass short_ton : ; ton tons short_ton short_tons
mass pound : lb lbs ; lb_avoirdupois
mass ounce : oz ; ounce ounces
mass stone : ; stones
area meter**2 : m² m2 ; sq_m sq._m sqm square_metre square_metres square_meter square_meters
area kilometer**2 : km² km2 ; sq_km sq._km square_kilometre square_kilometres square_kilometer square_kilometers
area centimeter**2 : cm² cm2 ; square_centimetres square_centimeters
area foot**2 : ft² ft2 ; sq_ft sq._ft square_foot square_feet
area mile**2 : mi² ; sq_mi sq._mi square_mile square_miles
area hectare : ha ; hectare hectares
area acre : ; acre acres
volume liter : l L ; litre litres liter liters
volume milliliter : ml mL ; millilitre millilitres milliliter milliliters
volume centiliter : cl ; centilitre centilitres centiliter centiliters
volume hectoliter : hl ; hectolitre hectolitres
volume meter**3 : m³ m3 ; cubic_metre cubic_metres cubic_meter cubic_meters
volume centimeter**3 : cm³ cm3 cc ; cubic_centimetres cubic_centimeters
volume kilometer**3 : km³ ; cubic_kilometres cubic_kilometers cubic_kilometre
volume foot**3 : ft³ ; cubic_foot cubic_feet
volume gallon : gal ; gallon gallons
volume pint : ; pint pints
volume cup : ; cup cups
volume oil_barrel : bbl ; barrel barrels
speed kilometer/hour : km/h kph kmh km/hr ; kilometres_per_hour kilometers_per_hour kilometres_an_hour kilometers_an_hour
speed mile/hour : mph mi/h ; miles_per_hour miles_an_hour mile_per_hour
speed meter/second : m/s ; metres_per_second meters_per_second
speed knot : kn kt ; knot knots
temperature degree_Celsius : °C °_C ℃ C ; degrees_celsius degree_celsius degrees_centigrade degrees_c celsius
temperature degree_Fahrenheit : °F °_F ℉ F ; degrees_fahrenheit degree_fahrenheit degrees_f fahrenheit
temperature kelvin : K ; kelvin kelvins
angle degree : ° ; degree degrees
energy kilowatt_hour : kWh ; kilowatt_hour kilowatt_hours kilowatt-hours
energy megawatt_hour : MWh ; megawatt_hours megawatt-hours
energy gigawatt_hour : GWh ; gigawatt_hours gigawatt-hours
energy terawatt_hour : TWh ; terawatt_hours terawatt-hours
energy kilocalorie : kcal ; kilocalorie kilocalories calorie calories
energy joule : J ; joule joules
energy kilojoule : kJ ; kilojoule kilojoules
energy megajoule : MJ ; megajoule megajoules
power watt : W ; watt watts
power kilowatt : kW ; kilowatt kilowatts
power megawatt : MW ; megawatt megawatts
power gigawatt : GW ; gigawatt gigawatts
power horsepower : hp bhp ; horsepower
voltage volt : V ; volt volts
voltage kilovolt : kV ; kilovolt kilovolts
current ampere : ; amp amps ampere amperes
current milliampere : mA ; milliamps
charge milliampere_hour : mAh ;
data byte : ; byte bytes
data kilobyte : kB KB ; kilobyte kilobytes
data megabyte : MB ; megabyte megabytes
data gigabyte : GB ; gigabyte gigabytes
data terabyte : TB ; terabyte terabytes
data petabyte : PB ; petabyte petabytes
data kibibyte : KiB ; kibibytes
data mebibyte : MiB ; mebibytes
data gibibyte : GiB ; gibibytes
data tebibyte : TiB ; tebibytes
data bit : ; bit bits
bandwidth kilobit/second : kbit/s kbps Kbps ;
bandwidth megabit/second : Mbit/s Mbps Mb/s ; megabits_per_second
bandwidth gigabit/second : Gbit/s Gbps Gb/s ; gigabits_per_second
bandwidth megabyte/second : MB/s ;
bandwidth gigabyte/second : GB/s ;
cycles hertz : Hz ; hertz
cycles kilohertz : kHz ; kilohertz
cycles megahertz : MHz ; megahertz
cycles gigahertz : GHz ; gigahertz
cycles 1/minute : bpm rpm ; beats_per_minute revolutions_per_minute
pressure pascal : Pa ; pascal pascals
pressure hectopascal : hPa ; hectopascal hectopascals
pressure kilopascal : kPa ; kilopascals
pressure bar : ; bar bars
pressure millibar : mbar ; millibar millibars
pressure psi : psi ;
pressure mmHg : mmHg ;
level decibel : dB dBA ; decibel decibels
concentration milligram/liter : mg/l mg/L ;
concentration milligram/deciliter : mg/dl mg/dL ;
concentration microgram/meter**3 : µg/m³ µg/m3 ;
"""
_SECONDS = """
second 1 : s sec secs ; second seconds
millisecond .001 : ms ; millisecond milliseconds
minute 60 : min mins ; minute minutes
hour 3600 : h hr hrs ; hour hours
day 86400 : ; day days
week 604800 : wk wks ; week weeks
fortnight 1209600 : ; fortnight fortnights
month 2629800 : ; month months
quarter 7889400 : ; quarters
year 31557600 : yr yrs ; year years
decade 315576000 : ; decade decades
century 3155760000 : ; century centuries
"""
_MONEY = """
USD 1 : USD US$ ; us_dollar us_dollars american_dollars u.s._dollars dollar dollars bucks
USD .01 : ¢ ; cent cents
AUD 1 : AUD A$ AU$ ; australian_dollars
CAD 1 : CAD C$ CA$ ; canadian_dollars
NZD 1 : NZD NZ$ ; new_zealand_dollars
HKD 1 : HKD HK$ ; hong_kong_dollars
SGD 1 : SGD S$ ; singapore_dollars
EUR 1 : EUR € ; euro euros
EUR .01 : ; euro_cents eurocents
GBP 1 : GBP £ ; pound pounds pound_sterling pounds_sterling british_pounds
GBP .01 : p ; pence
JPY 1 : JPY ¥ ; yen
CNY 1 : CNY RMB ; yuan renminbi
CHF 1 : CHF SFr Fr. ; swiss_franc swiss_francs franc francs
INR 1 : INR ₹ Rs Rs. ; rupee rupees
KRW 1 : KRW ₩ ; won
RUB 1 : RUB ₽ ; rouble roubles ruble rubles
SEK 1 : SEK ; swedish_kronor swedish_krona kronor krona
NOK 1 : NOK ; norwegian_kroner
DKK 1 : DKK ; danish_kroner
PLN 1 : PLN ; zloty
BRL 1 : BRL R$ ; reais
MXN 1 : MXN ; mexican_pesos
TRY 1 : TRY ; turkish_lira
ZAR 1 : ZAR ; rand
"""
_RATIOS = """
percent 1 : % ; percent per_cent pct
percent .1 : ‰ ; per_mille
percentage_points 1 : pp ; percentage_point percentage_points percent_points %_points
percentage_points .01 : ; basis_point basis_points bps
"""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit that text writes."""

    kind: Kind
    dimension: str
    name: str
    """Canonical name; of a measure, what pint calls it."""
    size: float
    """In base units; 0 where pint has to be asked."""


def _table() -> tuple[dict[str, Unit], dict[str, Unit]]:
    symbols: dict[str, Unit] = {}
    written: dict[str, Unit] = {}

    def add(unit: Unit, aliases: str) -> None:
        left, _, right = aliases.partition(";")
        symbols.update((alias.replace("_", " "), unit) for alias in left.split())
        written.update((alias.replace("_", " "), unit) for alias in right.split())

    for line in _MEASURES.strip().splitlines():
        head, _, aliases = line.partition(" : ")
        dimension, name = head.split()
        add(Unit("measure", dimension, name, 0.0), aliases)
    for line in _SECONDS.strip().splitlines():
        head, _, aliases = line.partition(" : ")
        name, size = head.split()
        add(Unit("duration", "duration", name, float(size)), aliases)
    for line in _MONEY.strip().splitlines():
        head, _, aliases = line.partition(" : ")
        code, size = head.split()
        add(Unit("money", f"money:{code}", code, float(size)), aliases)
    for line in _RATIOS.strip().splitlines():
        head, _, aliases = line.partition(" : ")
        name, size = head.split()
        add(Unit("percent", name, name, float(size)), aliases)
    return symbols, written


SYMBOLS, WORDS = _table()
POUND_MASS = SYMBOLS["lb"]
YEAR = WORDS["year"]
SHARE = Unit("percent", "percent", "fraction", 1.0)


def _branch(aliases: dict[str, Unit]) -> str:
    found = sorted(aliases, key=len, reverse=True)
    return "|".join(
        re.escape(alias).replace(r"\ ", "[ \u00a0-]?" if alias[0] == "°" else "[ \u00a0-]") for alias in found
    )


_UNIT = re.compile(rf"[ \u00a0-]?(?:({_branch(SYMBOLS)})|((?i:{_branch(WORDS)})))(?![\w²³])")
# Letters that are a unit only where they touch the number, as C in "20C".
_TOUCHING = frozenset("CFp")
PREFIX = {alias: unit for alias, unit in SYMBOLS.items() if unit.kind == "money" and alias not in ("p", "¢")}


def unit_at(text: str, place: int) -> tuple[Unit, int] | None:
    """The unit written right at a place, and its end."""
    match = _UNIT.match(text, place)
    if match is None:
        return None
    symbol = match.group(1)
    if symbol is None:
        return _word(match.group(2)), match.end()
    if symbol in _TOUCHING and match.start(1) != place:
        return None
    unit = SYMBOLS.get(symbol) or SYMBOLS["°" + symbol[-1]]
    return unit, match.end()


def _word(written: str) -> Unit:
    key = written.lower()
    return WORDS.get(key) or WORDS[key.replace("\u00a0", " ").replace("-", " ")]


@lru_cache(maxsize=1)
def _registry() -> pint.UnitRegistry[Any]:
    # Imported when the first measure is met: it takes longer than the rest of the package together.
    import pint

    return pint.UnitRegistry(autoconvert_offset_to_baseunit=True)


@lru_cache(maxsize=1024)
def conversion(unit: Unit) -> tuple[float, float]:
    """(factor, offset): how a number of this unit becomes one of base units."""
    if unit.size:
        return unit.size, 0.0
    registry = _registry()
    if unit.dimension == "level":
        return 1.0, 0.0
    zero, one = (registry.Quantity(float(n), registry.Unit(unit.name)).to_base_units().magnitude for n in (0, 1))
    return float(one - zero), float(zero)
