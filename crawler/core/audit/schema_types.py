"""The types of the schema.org vocabulary, release 30.0, each under the types it is a kind of.

Names and kinds only: none of the vocabulary's texts. `pending` and superseded types are among them.
"""

from typing import Final

RELEASE: Final = "30.0"
#: A line that begins a group names its parents before the colon; what follows are their kinds.
KINDS: Final = """
Accommodation: Apartment CampingPitch HotelRoom House MeetingRoom Room Suite
Action: AcceptAction AchieveAction ActivateAction AgreeAction AllocateAction ApplyAction AssessAction AssignAction
    AuthenticateAction AuthorizeAction BefriendAction BookmarkAction CheckAction ChooseAction CommunicateAction
    ConsumeAction ControlAction CookAction CreateAction DeactivateAction DisagreeAction DiscoverAction DislikeAction
    DrawAction EndorseAction FilmAction FindAction FollowAction IgnoreAction InteractAction JoinAction LeaveAction
    LikeAction LoginAction LoseAction MarryAction MoveAction OrganizeAction PaintAction PhotographAction PlanAction
    PlayAction ReactAction RegisterAction RejectAction ResetPasswordAction ResumeAction ReviewAction SearchAction
    SeekToAction SolveMathAction SubscribeAction SuspendAction TieAction TrackAction TradeAction TransferAction
    UnRegisterAction UpdateAction WantAction WinAction WriteAction
AggregateRating: EmployerAggregateRating
AnatomicalStructure: Artery Bone BrainStructure Joint Ligament LymphaticVessel Muscle Nerve Vein Vessel
Article: AdvertiserContentArticle MedicalScholarlyArticle NewsArticle Report SatiricalArticle ScholarlyArticle
    SocialMediaPosting TechArticle
Audience: BusinessAudience EducationalAudience PeopleAudience Researcher
Audience PeopleAudience: MedicalAudience
AudioObject: AudioObjectSnapshot
AudioObject Book: Audiobook
BankAccount InvestmentOrDeposit: DepositAccount
BioChemEntity: ChemicalSubstance Gene MolecularEntity Protein
Book VisualArtwork: SequentialArt
BroadcastChannel: AMRadioChannel FMRadioChannel RadioChannel TelevisionChannel
BroadcastService: RadioBroadcastService
CategoryCode MedicalEntity: MedicalCode
Certification: DeclarationOfConformity DigitalProductPassport EnvironmentalProductDeclaration
ChooseAction: VoteAction
CivicStructure: Airport Aquarium Beach BoatTerminal Bridge BuddhistTemple BusStation BusStop CatholicChurch Cemetery
    Church CityHall Courthouse Crematorium DefenceEstablishment Embassy EventVenue GovernmentBuilding HinduTemple
    LegislativeBuilding Mosque Museum MusicVenue Park ParkingFacility PerformingArtsTheater PlaceOfWorship
    Playground PublicToilet RVPark SubwayStation Synagogue TaxiStand TrainStation Zoo
CivicStructure LocalBusiness: FireStation MovieTheater PoliceStation StadiumOrArena
CivicStructure LocalBusiness MedicalOrganization: Hospital
CivicStructure LodgingBusiness: Campground
CivicStructure Organization: EducationalOrganization
Clip: MovieClip RadioClip TVClip VideoGameClip
Collection Product: ProductCollection
ComicStory VisualArtwork: ComicCoverArt
Comment: Answer CorrectionComment Question
CommunicateAction: AskAction CheckInAction CheckOutAction CommentAction InformAction InviteAction ReplyAction
    ShareAction
ConstraintNode: StatisticalVariable
ConsumeAction: DrinkAction EatAction InstallAction ListenAction PlayGameAction ReadAction UseAction ViewAction
    WatchAction WearAction
ContactPoint: PostalAddress
CreativeWork: ArchiveComponent Article Atlas Blog Book Certification Chapter Claim Clip Code Collection ComicStory
    Comment Conversation CreativeWorkSeason Credential DataCatalog Dataset DefinedTermSet DigitalDocument Drawing
    Episode Game Guide HealthTopicContent HowTo HyperToc HyperTocEntry LearningResource Legislation Manuscript Map
    MathSolver MediaObject MediaReviewItem Menu MenuSection Message Movie MusicComposition MusicPlaylist
    MusicRecording Painting Photograph Play Poster PublicationIssue PublicationVolume Quotation Review Sculpture
    Season SheetMusic ShortStory SoftwareApplication SoftwareSourceCode SpecialAnnouncement Statement Thesis
    VisualArtwork WebContent WebPage WebPageElement WebSite
CreativeWork CreativeWorkSeason: TVSeason
CreativeWork CreativeWorkSeries: TVSeries
CreativeWork ItemList ListItem: HowToSection HowToStep
CreativeWork LearningResource: Course
CreativeWork ListItem: HowToDirection HowToTip
CreativeWork MediaObject: AmpStory
CreativeWork MedicalEntity: Diet
CreativeWork PhysicalActivity: ExercisePlan
CreativeWork Thing: CreativeWorkSeries
CreativeWorkSeason: PodcastSeason RadioSeason
CreativeWorkSeries: BookSeries ComicSeries MovieSeries Newspaper Periodical PodcastSeries RadioSeries
    VideoGameSeries
Credential: EducationalOccupationalCredential
DataFeed: CompleteDataFeed
Dataset: DataFeed
DefinedTerm: CategoryCode
DefinedTermSet: CategoryCodeSet
DigitalDocument: NoteDigitalDocument PresentationDigitalDocument SpreadsheetDigitalDocument TextDigitalDocument
DoseSchedule: MaximumDoseSchedule RecommendedDoseSchedule ReportedDoseSchedule
EducationalOccupationalProgram: WorkBasedProgram
EducationalOrganization: CollegeOrUniversity ElementarySchool HighSchool MiddleSchool Preschool School
Enumeration: ActionStatusType AdultOrientedEnumeration BoardingPolicyType BodyMeasurementTypeEnumeration
    BookFormatType BusinessEntityType BusinessFunction CarUsageType CertificationStatusEnumeration
    ContactPointOption DENonprofitType DayOfWeek DeliveryMethod DigitalDocumentPermissionType
    DigitalPlatformEnumeration DrugCostCategory DrugPregnancyCategory DrugPrescriptionStatus
    EUEnergyEfficiencyEnumeration EnergyEfficiencyEnumeration EnergyStarEnergyEfficiencyEnumeration
    EventAttendanceModeEnumeration EventStatusType FulfillmentTypeEnumeration GameAvailabilityEnumeration
    GamePlayMode GameServerStatus GenderType GovernmentBenefitsType HealthAspectEnumeration
    IPTCDigitalSourceEnumeration ITNonprofitType IncentiveQualifiedExpenseType IncentiveStatus IncentiveType
    InfectiousAgentClass ItemAvailability ItemListOrderType LegalForceStatus LegalValueLevel MapCategoryType
    MeasurementMethodEnum MeasurementTypeEnumeration MediaEnumeration MediaManipulationRatingEnumeration
    MedicalAudienceType MedicalDevicePurpose MedicalEnumeration MedicalEvidenceLevel MedicalImagingTechnique
    MedicalObservationalStudyDesign MedicalProcedureType MedicalStudyStatus MedicalTrialDesign MedicineSystem
    MerchantReturnEnumeration MusicAlbumProductionType MusicAlbumReleaseType MusicReleaseFormatType NLNonprofitType
    NonprofitType OfferItemCondition OrderStatus PaymentMethodType PaymentStatusType PhysicalActivityCategory
    PriceComponentTypeEnumeration PriceTypeEnumeration ProductReturnEnumeration PurchaseType QualitativeValue
    RefundTypeEnumeration ReservationStatusType RestrictedDiet ReturnFeesEnumeration ReturnLabelSourceEnumeration
    ReturnMethodEnumeration RsvpResponseType SizeGroupEnumeration SizeSystemEnumeration Specialty StatusEnumeration
    TierBenefitEnumeration UKNonprofitType USNonprofitType WarrantyScope WearableMeasurementTypeEnumeration
    WearableSizeGroupEnumeration WearableSizeSystemEnumeration
Enumeration Enumeration: MedicalSpecialty
Enumeration MedicalProcedure: PhysicalExam
Episode: PodcastEpisode RadioEpisode TVEpisode
Event: BusinessEvent ChildrensEvent ComedyEvent ConferenceEvent CourseInstance DanceEvent DeliveryEvent
    EducationEvent ExhibitionEvent Festival FoodEvent Hackathon LiteraryEvent MusicEvent PerformingArtsEvent
    PublicationEvent SaleEvent ScreeningEvent SocialEvent SportsEvent TheaterEvent UserBlocks UserCheckins
    UserComments UserDownloads UserInteraction UserLikes UserPageVisits UserPlays UserPlusOnes UserTweets
    VisualArtsEvent
Event Thing: EventSeries
FinancialProduct: BankAccount CurrencyConversionService InvestmentOrDeposit LoanOrCredit
FinancialProduct PaymentMethod: PaymentCard PaymentService
FinancialService: AccountingService AutomatedTeller BankOrCreditUnion InsuranceAgency
FoodEstablishment: Bakery BarOrPub Brewery CafeOrCoffeeShop Distillery FastFoodRestaurant IceCreamShop Restaurant
    Winery
Game SoftwareApplication: VideoGame
GeoShape: GeoCircle
Grant: MonetaryGrant
House: SingleFamilyResidence
HowTo: Recipe
HowToItem: HowToSupply HowToTool
ImageObject: Barcode ImageObjectSnapshot
InformAction: ConfirmAction RsvpAction
InsertAction: AppendAction PrependAction
InstantaneousEvent: Error
InvestmentOrDeposit: BrokerageAccount InvestmentFund
ItemList: BreadcrumbList OfferCatalog
LearningResource: Quiz Syllabus
Legislation MediaObject: LegislationObject
ListItem: HowToItem
LoanOrCredit: MortgageLoan
LoanOrCredit PaymentCard: CreditCard
LocalBusiness: AdultEntertainment AmusementPark AnimalShelter ArchiveOrganization ArtGallery Attorney Audiology
    AutoBodyShop AutoDealer AutoRental AutoRepair AutoWash AutomotiveBusiness BeautySalon BikeStore BookStore
    BowlingAlley Casino ChildCare ClothingStore ComedyClub CommunityHealth ComputerStore ConvenienceStore DaySpa
    DepartmentStore Dermatology DietNutrition DryCleaningOrLaundry Electrician ElectronicsStore Emergency
    EmergencyService EmploymentAgency EntertainmentBusiness ExerciseGym FinancialService Florist FoodEstablishment
    FurnitureStore GardenStore GasStation GeneralContractor Geriatric GolfCourse GovernmentOffice GroceryStore
    Gynecologic HVACBusiness HairSalon HardwareStore HealthAndBeautyBusiness HobbyShop HomeAndConstructionBusiness
    HomeGoodsStore HousePainter InternetCafe JewelryStore LegalService Library LiquorStore Locksmith LodgingBusiness
    MedicalBusiness MensClothingStore Midwifery MobilePhoneStore MotorcycleDealer MotorcycleRepair MovieRentalStore
    MovingCompany MusicStore NailSalon NightClub Notary Nursing Obstetric OfficeEquipmentStore Oncologic
    Ophthalmology Optician Optometric Otolaryngologic OutletStore PawnShop Pediatric PetStore Physiotherapy
    PlasticSurgery Plumber Podiatric PostOffice PrimaryCare ProfessionalService Psychiatric PublicHealth
    PublicSwimmingPool RadioStation RealEstateAgent RecyclingCenter RoofingContractor SelfStorage ShoeStore
    ShoppingCenter SportingGoodsStore SportsActivityLocation SportsClub Store TattooParlor TelevisionStation
    TennisComplex TireShop TouristInformationCenter ToyStore TravelAgency WholesaleStore
LocalBusiness LocalBusiness: AutoPartsStore HealthClub
LocalBusiness LocalBusiness MedicalOrganization: Dentist
LocalBusiness LodgingBusiness: SkiResort
LocalBusiness MedicalOrganization: MedicalClinic Pharmacy Physician
LodgingBusiness: BedAndBreakfast Hostel Hotel Motel Resort VacationRental
MediaObject: 3DModel AudioObject DataDownload ImageObject MusicVideoObject TextObject VideoObject
MedicalAudience Person: Patient
MedicalClinic: CovidTestingFacility
MedicalCondition: InfectiousDisease MedicalSignOrSymptom
MedicalEntity: AnatomicalStructure AnatomicalSystem ApprovedIndication DDxElement DoseSchedule DrugClass DrugCost
    DrugLegalStatus DrugStrength LifestyleModification MedicalCause MedicalCondition MedicalConditionStage
    MedicalContraindication MedicalDevice MedicalGuideline MedicalIndication MedicalIntangible MedicalProcedure
    MedicalRiskEstimator MedicalRiskFactor MedicalStudy MedicalTest PhysicalActivity PreventionIndication Substance
    SuperficialAnatomy TreatmentIndication
MedicalGuideline: MedicalGuidelineContraindication MedicalGuidelineRecommendation
MedicalOrganization: DiagnosticLab VeterinaryCare
MedicalProcedure: DiagnosticProcedure SurgicalProcedure TherapeuticProcedure
MedicalProcedure MedicalTherapy: PalliativeProcedure
MedicalRiskEstimator: MedicalRiskCalculator MedicalRiskScore
MedicalSign: VitalSign
MedicalSignOrSymptom: MedicalSign MedicalSymptom
MedicalStudy: MedicalObservationalStudy MedicalTrial
MedicalTest: BloodTest ImagingTest MedicalTestPanel PathologyTest
MedicalTherapy: OccupationalTherapy PhysicalTherapy RadiationTherapy RespiratoryTherapy
Message: EmailMessage
MoveAction: ArriveAction DepartAction TravelAction
MusicPlaylist: MusicAlbum MusicRelease
NewsArticle: AnalysisNewsArticle AskPublicNewsArticle BackgroundNewsArticle OpinionNewsArticle ReportageNewsArticle
NewsArticle Review: ReviewNewsArticle
Offer: AggregateOffer OfferForLease OfferForPurchase
OnlineStore: OnlineMarketplace
Organization: Airline Consortium Cooperative Corporation DanceGroup FundingAgency FundingScheme
    GovernmentOrganization LibrarySystem MedicalOrganization MusicGroup NGO NewsMediaOrganization OnlineBusiness
    OnlineStore PerformingGroup PoliticalParty Project ResearchOrganization ResearchProject SearchRescueOrganization
    SportsOrganization TheaterGroup WorkersUnion
Organization Place: LocalBusiness
OrganizationRole: EmployeeRole
PeopleAudience: ParentAudience
Permit: GovernmentPermit
Physician: IndividualPhysician PhysiciansOffice
Place: Accommodation AdministrativeArea BodyOfWater Canal City CivicStructure Continent Country LakeBodyOfWater
    Landform LandmarksOrHistoricalBuildings Mountain OceanBodyOfWater Pond Reservoir Residence RiverBodyOfWater
    SchoolDistrict SeaBodyOfWater State TouristAttraction TouristDestination Volcano Waterfall
Place Thing: DefinedRegion
PlanAction: CancelAction ReserveAction ScheduleAction
PlayAction: ExerciseAction PerformAction
PriceSpecification: CompoundPriceSpecification DeliveryChargeSpecification PaymentChargeSpecification
    UnitPriceSpecification
Product: IndividualProduct ProductGroup ProductModel SomeProducts Vehicle
Product Substance: DietarySupplement Drug
PropertyValue: LocationFeatureSpecification
PublicationEvent: BroadcastEvent OnDemandEvent
PublicationIssue: ComicIssue
QualitativeValue: BedType DriveWheelConfigurationValue SizeSpecification SteeringPositionValue
QuantitativeValue Thing: Observation
QuantitativeValueDistribution: MonetaryAmountDistribution
Rating: AggregateRating EndorsementRating
Reservation: BoatReservation BusReservation EventReservation FlightReservation FoodEstablishmentReservation
    LodgingReservation RentalCarReservation ReservationPackage TaxiReservation TrainReservation
Residence: ApartmentComplex GatedResidenceCommunity
Review: ClaimReview CriticReview EmployerReview MediaReview Recommendation UserReview
Role: LinkRole OrganizationRole PerformanceRole
Service: BroadcastService CableOrSatelliteService FinancialProduct FoodService GovernmentService Taxi TaxiService
    WebAPI
SocialMediaPosting: BlogPosting DiscussionForumPosting LiveBlogPosting
SoftwareApplication: MobileApplication OperatingSystem RuntimePlatform WebApplication
SportsOrganization: SportsTeam
TechArticle: APIReference
TherapeuticProcedure: MedicalTherapy PsychologicalTreatment
Thing: Action ActionAccessSpecification AlignmentObject Audience BedDetails BioChemEntity Brand BroadcastChannel
    BroadcastFrequencySpecification CDCPMDRecord Class ComputerLanguage ConstraintNode ContactPoint CreativeWork
    DataFeedItem DatedMoneySpecification DefinedTerm DeliveryTimeSettings Demand DigitalDocumentPermission
    EducationalOccupationalProgram EnergyConsumptionDetails EngineSpecification EntryPoint Enumeration Event
    ExchangeRateSpecification FinancialIncentive FloorPlan GameServer GeoCoordinates GeoShape GeospatialGeometry
    Grant HealthInsurancePlan HealthPlanCostSharingSpecification HealthPlanFormulary HealthPlanNetwork
    InstantaneousEvent Intangible InteractionCounter Invoice ItemList JobPosting Language ListItem MediaSubscription
    MedicalEntity MemberProgram MemberProgramTier MenuItem MerchantReturnPolicy MerchantReturnPolicySeasonalOverride
    MonetaryAmount NutritionInformation Occupation OccupationalExperienceRequirements Offer OfferShippingDetails
    OpeningHoursSpecification Order OrderItem Organization OwnershipInfo ParcelDelivery PaymentMethod Permit Person
    Place PostalCodeRangeSpecification PriceSpecification Product ProductReturnPolicy ProgramMembership Property
    PropertyValue PropertyValueSpecification QuantitativeValue QuantitativeValueDistribution Rating
    RepaymentSpecification Reservation Role Schedule Seat Series Service ServiceChannel ServicePeriod
    ShippingConditions ShippingDeliveryTime ShippingRateSettings ShippingService SpeakableSpecification
    StatisticalPopulation StructuredValue StupidType Taxon Ticket Trip TypeAndQuantityNode VirtualLocation
    WarrantyPromise
TradeAction: BuyAction OrderAction PayAction PreOrderAction QuoteAction RentAction SellAction TipAction
TransferAction: BorrowAction DonateAction DownloadAction GiveAction LendAction MoneyTransfer ReceiveAction
    ReturnAction SendAction TakeAction
Trip: BoatTrip BusTrip Flight TouristTrip TrainTrip
UpdateAction: AddAction DeleteAction InsertAction ReplaceAction
Vehicle: BusOrCoach Car Motorcycle MotorizedBicycle
VideoObject: VideoObjectSnapshot
VisualArtwork: CoverArt
WebPage: AboutPage CheckoutPage CollectionPage ContactPage FAQPage ImageGallery ItemPage MediaGallery MedicalWebPage
    ProfilePage QAPage RealEstateListing SearchResultsPage VideoGallery
WebPageElement: SiteNavigationElement Table WPAdBlock WPFooter WPHeader WPSideBar
"""
